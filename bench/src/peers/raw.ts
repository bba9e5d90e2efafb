// The least that could be done: a loop over lines, JSON and a switch. No validation, no errors, no cancellation.
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { BenchClient, Implementation, ModeAnswer, Turn } from "./peer.ts";
import {
  answerMode,
  createChunk,
  createText,
  fromPrompt,
  SESSION_ID,
  toPrompt,
  UpdateCount,
  type ChunkParams,
} from "./work.ts";

interface RawMessage {
  readonly id: number;
  readonly method?: string;
  readonly params: ChunkParams & { modeId: string; prompt: readonly unknown[] };
  readonly result: ModeAnswer;
}

/** `messagesPerWrite`: how many updates of a stream leave in one write. */
export function createRaw(messagesPerWrite: number): Implementation {
  return { serve: (input, output) => serve(input, output, messagesPerWrite), connect };
}

function serve(input: Readable, output: Writable, messagesPerWrite: number): void {
  const answer = (id: number, result: unknown): void => {
    output.write(toLine({ jsonrpc: "2.0", id, result }));
  };
  readLines(input, ({ id, method, params }) => {
    switch (method) {
      case "initialize":
        answer(id, { protocolVersion: 1, agentCapabilities: {} });
        break;
      case "session/new":
        answer(id, { sessionId: SESSION_ID });
        break;
      case "session/set_mode":
        answer(id, answerMode(params.modeId));
        break;
      case "session/prompt":
        void streamChunks(output, fromPrompt(params.prompt), messagesPerWrite).then(() =>
          answer(id, { stopReason: "end_turn" }),
        );
        break;
      case undefined:
      default:
        throw new Error(`The benchmark does not send ${method}`);
    }
  });
}

async function streamChunks(output: Writable, { updates, textBytes }: Turn, messagesPerWrite: number): Promise<void> {
  const text = createText(textBytes);
  let lines = "";
  for (let sent = 1; sent <= updates; sent += 1) {
    lines += toLine({ jsonrpc: "2.0", method: "session/update", params: createChunk(text) });
    if (sent % messagesPerWrite !== 0 && sent !== updates) continue;
    const hasRoom = output.write(lines);
    lines = "";
    if (!hasRoom) await once(output, "drain");
  }
}

function connect(input: Readable, output: Writable): BenchClient {
  const updates = new UpdateCount();
  const pending = new Map<number, (result: ModeAnswer) => void>();
  let nextId = 0;
  readLines(input, ({ id, method, params, result }) => {
    switch (method) {
      case "session/update":
        updates.add(params.update.content.text);
        break;
      case undefined:
        pending.get(id)?.(result);
        pending.delete(id);
        break;
      default:
        throw new Error(`The benchmark does not send ${method}`);
    }
  });
  const request = (method: string, params: unknown): Promise<ModeAnswer> =>
    new Promise((resolve) => {
      const id = nextId;
      nextId += 1;
      pending.set(id, resolve);
      output.write(toLine({ jsonrpc: "2.0", id, method, params }));
    });
  return {
    async start() {
      await request("initialize", { protocolVersion: 1, clientCapabilities: {} });
      await request("session/new", { cwd: "/", mcpServers: [] });
    },
    setMode: (modeId) => request("session/set_mode", { sessionId: SESSION_ID, modeId }),
    async prompt(turn) {
      const handled = updates.expect(turn);
      await request("session/prompt", toPrompt(turn));
      await handled;
    },
  };
}

function readLines(input: Readable, handle: (message: RawMessage) => void): void {
  let rest = "";
  input.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) handle(JSON.parse(line) as RawMessage);
  });
}

function toLine(message: unknown): string {
  return JSON.stringify(message) + "\n";
}
