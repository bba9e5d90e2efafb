// The messages behind the URLs of a session's history.
import { isAbandoned, type Hub, type HubSession } from "@parley/hub";
import { RunError } from "../errors.ts";
import { REST_PAGE_EVENTS } from "../../../limits.ts";
import { blockToPart } from "../translate/block-to-part.ts";
import { RunTranslator } from "../translate/run-translator.ts";
import { toTimestamp, type Message, type MessagePart } from "../wire.ts";
import { PromptIndex } from "./prompt-index.ts";

export interface MessageAddress {
  readonly sessionId: string;
  readonly turn: number;
  readonly side: "input" | "output";
}

const PATH = /^\/resources\/sessions\/([0-9a-fA-F-]{36})\/turns\/(\d{1,9})\/(input|output)$/;

export class History {
  readonly #hub: Pick<Hub, "sessions">;
  readonly #prompts: PromptIndex;

  constructor(hub: Pick<Hub, "sessions">) {
    this.#hub = hub;
    this.#prompts = new PromptIndex(hub.sessions);
  }

  /** Undefined if the turn was cleared or rewound, or has no answer. */
  async read({ sessionId, turn, side }: MessageAddress): Promise<Message | undefined> {
    const session = await this.#hub.sessions.get(sessionId);
    const place = await this.#prompts.find(session, turn);
    if (place === undefined || place.from <= session.clearedSeq) return undefined;
    return side === "input" ? this.#readInput(sessionId, place.from) : this.#readOutput(session, place);
  }

  /** Only our own URLs, because the server does not fetch URLs from clients. */
  async readAll(baseUrl: string, uris: readonly string[]): Promise<readonly Message[]> {
    const messages: Message[] = [];
    for (const [index, uri] of uris.entries()) {
      const address = uri.startsWith(`${baseUrl}/`) ? parseAddress(uri.slice(baseUrl.length)) : undefined;
      const message = address && (await this.read(address));
      if (message === undefined) {
        const why = `session.history.${index}: ${uri} is not a history URL of this server; other servers are not supported`;
        throw new RunError(400, "invalid_input", why, { field: `session.history.${index}` });
      }
      messages.push(message);
    }
    return messages;
  }

  async #readInput(sessionId: string, seq: number): Promise<Message | undefined> {
    const [logged] = await this.#hub.sessions.events(sessionId, { after: seq - 1, limit: 1 });
    if (logged?.event.type !== "prompt") return undefined;
    const { prompt, at } = logged.event;
    return toMessage("user", prompt.map(blockToPart), at);
  }

  /** The whole answer until the next prompt, as one message. */
  async #readOutput(session: HubSession, { from, to }: { from: number; to: number }): Promise<Message> {
    const translator = new RunTranslator(NO_TURN, () => undefined);
    let atMs = 0;
    for (let after = from, isMore = true; isMore;) {
      const page = await this.#hub.sessions.events(session.id, { after, limit: REST_PAGE_EVENTS });
      for (const { event } of page) {
        after = event.seq;
        if (after >= to) break;
        if (event.type === "rewound" || isAbandoned(session, event.seq)) continue;
        translator.feed(event);
        atMs = event.at;
      }
      isMore = page.length === REST_PAGE_EVENTS && after < to;
    }
    const parts = translator.run(NO_TURN).output.flatMap((message) => message.parts);
    return toMessage("agent", parts, atMs);
  }
}

/** Of the path of an address. */
export function parseAddress(path: string): MessageAddress | undefined {
  const [, sessionId, turn, side] = PATH.exec(path) ?? [];
  if (sessionId === undefined) return undefined;
  return { sessionId, turn: Number(turn), side: side === "input" ? "input" : "output" };
}

const NO_TURN = { id: "", sessionId: "", agent: "", state: "completed", createdAtMs: 0 } as const;

/** A message has at least one part, even if it is empty. */
function toMessage(role: string, parts: readonly MessagePart[], atMs: number): Message {
  const at = toTimestamp(atMs);
  const some = parts.length > 0 ? parts : [{ content_type: "text/plain", content: "" }];
  return { role, parts: some, created_at: at, completed_at: at };
}
