// Chooses the stream for a message: answers follow their request, other messages their session.
import { isObject } from "@parley/base";
import { canonicalMethod } from "@parley/acp";
import { isRequestId, type Message, type RequestId } from "@parley/rpc";
import { ACP_UNANSWERED_MAX } from "../../../limits.ts";

/** Undefined: the stream of the connection. */
export type Scope = string | undefined;

interface Asked {
  readonly scope: Scope;
  readonly isLoad: boolean;
}

export class Routing {
  /** Requests of the client that are not answered yet. */
  readonly #asked = new Map<RequestId, Asked>();
  /** Requests to the client, and the session on whose stream they went. */
  readonly #askedOf = new Map<RequestId, string>();

  /** Records a request of the client, whose answer goes to its session's stream. */
  incoming(message: Readonly<Record<string, unknown>>, scope: Scope): void {
    const { id, method } = message;
    if (!isRequestId(id)) return;
    if (typeof method === "string") this.#asked.set(id, { scope, isLoad: canonicalMethod(method) === "session/load" });
    else this.#askedOf.delete(id);
  }

  /** The session on whose stream a request to the client went, for its answer. */
  sessionOfAnswer(id: RequestId): Scope {
    return this.#askedOf.get(id);
  }

  /** `isRead`: whether the stream of a session has a reader. */
  outgoing(message: Message, isRead: (sessionId: string) => boolean): Scope {
    if (!("method" in message)) return this.#scopeOfAnswer(message.id, isRead);
    const { method, params } = message;
    if (method === "$/cancel_request") {
      const requestId = isObject(params) ? params["requestId"] : undefined;
      return isRequestId(requestId) ? this.#askedOf.get(requestId) : undefined;
    }
    const sessionId = sessionIdOf(params);
    if (sessionId !== undefined && "id" in message) this.#note(message.id, sessionId);
    return sessionId;
  }

  /** A client may never answer some questions. */
  #note(id: RequestId, sessionId: string): void {
    this.#askedOf.set(id, sessionId);
    const [oldest] = this.#askedOf.keys();
    if (this.#askedOf.size > ACP_UNANSWERED_MAX && oldest !== undefined) this.#askedOf.delete(oldest);
  }

  /**
   * The answer to `session/load` belongs on the connection's stream, where a client may wait for it before it reads the
   * session's. If the client already reads the session's stream, the answer goes there, so that it comes after the
   * history.
   */
  #scopeOfAnswer(id: RequestId, isRead: (sessionId: string) => boolean): Scope {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (asked?.scope === undefined) return undefined;
    return asked.isLoad && !isRead(asked.scope) ? undefined : asked.scope;
  }
}

export function sessionIdOf(params: unknown): Scope {
  const sessionId = isObject(params) ? params["sessionId"] : undefined;
  return typeof sessionId === "string" ? sessionId : undefined;
}
