// The mailbox of one session on a connection: holds messages in order until the session is opened.
import type { CompleteElicitationNotification, SessionUpdate } from "@parley/acp";
import { RpcError, type RequestContext } from "@parley/rpc";
import { holdRequest, holdUpdate, type HeldMessage, type SessionReceiver } from "./held-messages.ts";

export class SessionMailbox {
  readonly sessionId: string;
  readonly #release: () => void;
  #receiver: SessionReceiver | undefined;
  #held: HeldMessage[];

  constructor(sessionId: string, held: HeldMessage[], release: () => void) {
    this.sessionId = sessionId;
    this.#held = held;
    this.#release = release;
  }

  /** Delivers the held messages, then passes new ones on directly. */
  open(receiver: SessionReceiver): void {
    const held = this.#held;
    this.#held = [];
    this.#receiver = receiver;
    for (const message of held) message.deliver(receiver);
  }

  close(): void {
    this.#release();
    this.#receiver = undefined;
    for (const message of this.#held) message.refuse(unknownSession(this.sessionId));
    this.#held = [];
  }

  /** While messages are held, the promise makes the connection stop reading after a limit, so that the agent has to wait. */
  update(update: SessionUpdate): void | Promise<void> {
    if (this.#receiver !== undefined) return this.#receiver.update(update);
    return new Promise((resolve) => this.#held.push(holdUpdate(update, resolve)));
  }

  request(method: string, params: unknown, context: RequestContext): unknown {
    if (this.#receiver !== undefined) return this.#receiver.request(method, params, context);
    const { held, answer } = holdRequest(method, params, context);
    this.#held.push(held);
    return answer;
  }

  completed(notification: CompleteElicitationNotification): void {
    this.#receiver?.completed(notification);
  }
}

export function unknownSession(sessionId: string): RpcError {
  return RpcError.invalidParams("unknown session", { sessionId });
}
