// Messages for an unknown session, whose id may be in a response that has not arrived yet.
import { RpcError, ErrorCodes } from "@parley/rpc";
import type { ClientLimits } from "../limits.ts";
import type { ReportProblem } from "../agent-problem.ts";
import type { HeldMessage } from "./held-messages.ts";
import { unknownSession } from "./session-mailbox.ts";

type Limits = Pick<ClientLimits, "heldMessagesMax" | "heldCharsMax">;

export class UnclaimedMessages {
  readonly #limits: Limits;
  readonly #report: ReportProblem;
  readonly #bySession = new Map<string, HeldMessage[]>();
  #count = 0;
  #chars = 0;

  constructor(limits: Limits, report: ReportProblem) {
    this.#limits = limits;
    this.#report = report;
  }

  /** The agent must not be paused here, because the awaited response comes after this message. */
  add(sessionId: string, params: unknown, message: HeldMessage): void {
    this.#count += 1;
    this.#chars += JSON.stringify(params).length;
    if (this.#count > this.#limits.heldMessagesMax || this.#chars > this.#limits.heldCharsMax) {
      this.#report({ kind: "held_overflow", method: message.method, sessionId });
      message.refuse(new RpcError(ErrorCodes.internalError, "Too many messages before the session was known"));
      return;
    }
    const held = this.#bySession.get(sessionId);
    if (held === undefined) this.#bySession.set(sessionId, [message]);
    else held.push(message);
  }

  take(sessionId: string): HeldMessage[] {
    const held = this.#bySession.get(sessionId) ?? [];
    this.#bySession.delete(sessionId);
    return held;
  }

  /** No session is expected any more: refuses the rest. */
  refuseAll(): void {
    for (const [sessionId, held] of this.#bySession) {
      for (const message of held) {
        this.#report({ kind: "unknown_session", method: message.method, sessionId });
        message.refuse(unknownSession(sessionId));
      }
    }
    this.#bySession.clear();
    this.#count = 0;
    this.#chars = 0;
  }
}
