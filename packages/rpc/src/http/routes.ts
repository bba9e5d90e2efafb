// Which session a message belongs to: session messages have a header and separate streams.
import { isObject } from "@parley/base";
import { isRequestId, type Message, type RequestId } from "../message.ts";

/** An outgoing message. Without a method it is an answer; without an id it is a notification. */
export interface Outgoing {
  readonly text: string;
  readonly method: string | undefined;
  readonly id: RequestId | undefined;
  readonly sessionId: string | undefined;
}

/** What an answer to one of our requests means for the streams of sessions. */
export interface StreamChange {
  readonly opened?: string | undefined;
  readonly ended?: string | undefined;
}

/** These methods reattach to a session that the server has refused before. */
const REATTACHING: ReadonlySet<string> = new Set(["session/load", "session/resume"]);
/** After these, no more messages follow. */
const ENDING: ReadonlySet<string> = new Set(["session/close", "session/delete"]);

export function isReattaching(out: Outgoing): boolean {
  return out.method !== undefined && REATTACHING.has(out.method);
}

export class Routes {
  /** Our requests that wait for an answer, with their session. */
  readonly #asked = new Map<RequestId, Outgoing>();
  /** Requests of the other side that came on a session's stream. */
  readonly #askedOf = new Map<RequestId, string>();

  outgoing(message: Message, text: string): Outgoing {
    const id = "id" in message ? message.id : undefined;
    if ("method" in message) {
      const out = { text, method: message.method, id, sessionId: sessionIdOf(message.params) };
      if (id !== undefined) this.#asked.set(id, { ...out, text: "" });
      return out;
    }
    const sessionId = this.#askedOf.get(message.id);
    this.#askedOf.delete(message.id);
    return { text, method: undefined, id, sessionId };
  }

  /** Records a message that came on a stream. */
  incoming(value: unknown, sessionId: string | undefined): StreamChange {
    if (!isObject(value) || !isRequestId(value["id"])) return {};
    const { id, method, result } = value as { id: RequestId; method?: unknown; result?: unknown };
    if (typeof method === "string") {
      if (sessionId !== undefined) this.#askedOf.set(id, sessionId);
      return {};
    }
    const asked = this.#asked.get(id);
    if (!this.settle(id) || asked === undefined || result === undefined) return {};
    return { opened: sessionIdOf(result), ended: ENDING.has(asked.method ?? "") ? asked.sessionId : undefined };
  }

  /** False if that request already has its answer. */
  settle(id: RequestId): boolean {
    return this.#asked.delete(id);
  }

  /** Our unanswered requests in a session. */
  unanswered(sessionId: string): RequestId[] {
    return [...this.#asked].filter(([, out]) => out.sessionId === sessionId).map(([id]) => id);
  }
}

function sessionIdOf(value: unknown): string | undefined {
  const sessionId = isObject(value) ? value["sessionId"] : undefined;
  return typeof sessionId === "string" && sessionId !== "" ? sessionId : undefined;
}
