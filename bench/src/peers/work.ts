// The work of one benchmark session, the same for every implementation: what is said, and what is answered.
import { readUsage, type Usage } from "../usage.ts";
import type { BenchClient, Turn } from "./peer.ts";

export const SESSION_ID = "sess_01890a5d-ac96-774b-bcce-b302099a8057";
export const CLIENT_CAPABILITIES = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  elicitation: { form: {}, url: {} },
};
/** Setting this mode is answered with what the agent has used. */
const PROBE_MODE = "probe";

const SENTENCE = "All work and no play makes a dull benchmark, so here are one hundred bytes of quite harmless prose. ";

export interface ChunkParams {
  sessionId: string;
  update: { sessionUpdate: "agent_message_chunk"; content: { type: "text"; text: string } };
}

export function createText(bytes: number): string {
  return SENTENCE.repeat(Math.ceil(bytes / SENTENCE.length)).slice(0, bytes);
}

/** A new object each time, as an agent makes them. */
export function createChunk(text: string): ChunkParams {
  return { sessionId: SESSION_ID, update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } };
}

export function answerMode(modeId: string): { _meta?: { usage: Usage } } {
  return modeId === PROBE_MODE ? { _meta: { usage: readUsage() } } : {};
}

/** What the agent has used so far. */
export async function probe(client: BenchClient): Promise<Usage> {
  const { _meta: meta } = await client.setMode(PROBE_MODE);
  return meta?.["usage"] as Usage;
}

/** What a turn shall be is the text of its prompt. */
export function toPrompt(turn: Turn): { sessionId: string; prompt: [{ type: "text"; text: string }] } {
  return { sessionId: SESSION_ID, prompt: [{ type: "text", text: JSON.stringify(turn) }] };
}

export function fromPrompt(prompt: readonly unknown[]): Turn {
  const [block] = prompt as readonly { text: string }[];
  return JSON.parse(block?.text ?? "") as Turn;
}

/** Waits for the updates of a turn, because a client may see its answer before the last of them. */
export class UpdateCount {
  #missing = 0;
  #textBytes = 0;
  #done: () => void = () => undefined;

  expect({ updates, textBytes }: Turn): Promise<void> {
    this.#missing = updates;
    this.#textBytes = textBytes;
    return new Promise((resolve) => {
      this.#done = resolve;
    });
  }

  /** Takes the text, so that no implementation can skip it. */
  add(text: string | undefined): void {
    if (text?.length !== this.#textBytes) throw new Error(`An update arrived with the text ${text}`);
    this.#missing -= 1;
    if (this.#missing === 0) this.#done();
  }
}
