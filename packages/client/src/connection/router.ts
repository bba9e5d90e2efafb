// Routes the agent's messages to the sessions of one connection.
import { methods, type ClientHandlers, type MethodName, type SessionNotification } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { RpcError, type RequestContext } from "@parley/rpc";
import type { ClientLimits } from "../limits.ts";
import type { ReportProblem } from "../agent-problem.ts";
import { holdRequest, holdUpdate } from "./held-messages.ts";
import { OpenPages } from "./open-pages.ts";
import { SessionMailbox, unknownSession } from "./session-mailbox.ts";
import { UnclaimedMessages } from "./unclaimed-messages.ts";

export interface RouterOptions {
  readonly limits: ClientLimits;
  readonly report: ReportProblem;
  /** Handles requests outside of any session. */
  readonly outside: ClientHandlers;
}

type AnyHandler = (params: unknown, context: RequestContext) => unknown;

/** Every request that an agent can send to a client; the session decides whether a feature handles it. */
const REQUESTS = (Object.keys(methods) as MethodName[]).filter(
  (name) => methods[name].to === "client" && methods[name].kind === "request",
);

export class Router {
  readonly #options: RouterOptions;
  readonly #mailboxes = new Map<string, SessionMailbox>();
  readonly #unclaimed: UnclaimedMessages;
  readonly #pages: OpenPages;
  /** Number of requested sessions whose ids are not known yet. */
  #expected = 0;
  #hasOmitted = false;

  constructor(options: RouterOptions) {
    this.#options = options;
    this.#unclaimed = new UnclaimedMessages(options.limits, options.report);
    this.#pages = new OpenPages(options.limits.openPagesMax);
  }

  /** For `connectToAgent`. */
  get handlers(): ClientHandlers {
    const requests = REQUESTS.map((method): [string, AnyHandler] => [
      method,
      (params, context) => this.#request(method, params, context),
    ]);
    return {
      ...(Object.fromEntries(requests) as ClientHandlers),
      "session/update": (notification) => this.#update(notification),
      "elicitation/complete": (params) => void this.#pages.take(params.elicitationId)?.(params),
    };
  }

  /** Call it before requesting a new session, and call the returned function when the response arrived or failed. */
  expectSession(): () => void {
    this.#expected += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#expected -= 1;
      if (this.#expected === 0) this.#unclaimed.refuseAll();
    };
  }

  claim(sessionId: string): SessionMailbox {
    if (this.#mailboxes.has(sessionId)) {
      const message = `The agent returned the id of a session that is already open: ${JSON.stringify(sessionId)}`;
      throw new ParleyError({ code: "invalid_message", message });
    }
    const mailbox = new SessionMailbox(sessionId, this.#unclaimed.take(sessionId), () => {
      if (this.#mailboxes.get(sessionId) === mailbox) this.#mailboxes.delete(sessionId);
    });
    this.#mailboxes.set(sessionId, mailbox);
    return mailbox;
  }

  /** The session of a message without a session id. Throws unless exactly one session is possible. */
  onlySession(): string {
    if (!this.#hasOmitted) this.#options.report({ kind: "session_omitted" });
    this.#hasOmitted = true;
    const [sessionId] = this.#mailboxes.keys();
    const count = this.#mailboxes.size + this.#expected;
    if (sessionId !== undefined && count === 1) return sessionId;
    const message = `/sessionId: required, because this connection has ${count} sessions`;
    throw RpcError.invalidParams(message, { path: "/sessionId", expected: "string" });
  }

  #update(notification: SessionNotification): void | Promise<void> {
    const { sessionId, update } = notification;
    const mailbox = this.#mailboxes.get(sessionId);
    if (mailbox !== undefined) return mailbox.update(update);
    if (this.#expected > 0) this.#unclaimed.add(sessionId, notification, holdUpdate(update));
    else this.#options.report({ kind: "unknown_session", method: "session/update", sessionId });
  }

  #request(method: string, params: unknown, context: RequestContext): unknown {
    const { sessionId } = params as { readonly sessionId?: unknown };
    if (typeof sessionId !== "string") return this.#outside(method, params, context);
    this.#pages.add(params, (done) => this.#mailboxes.get(sessionId)?.completed(done));
    const mailbox = this.#mailboxes.get(sessionId);
    if (mailbox !== undefined) return mailbox.request(method, params, context);
    if (this.#expected === 0) {
      this.#options.report({ kind: "unknown_session", method, sessionId });
      throw unknownSession(sessionId);
    }
    const { held, answer } = holdRequest(method, params, context);
    this.#unclaimed.add(sessionId, params, held);
    return answer;
  }

  #outside(method: string, params: unknown, context: RequestContext): unknown {
    const outside = this.#options.outside as Readonly<Record<string, AnyHandler | undefined>>;
    const handler = outside[method];
    if (handler !== undefined) {
      this.#pages.add(params, (done) => this.#options.outside["elicitation/complete"]?.(done));
      return handler(params, context);
    }
    // The capability was announced for sessions only.
    if (method === "elicitation/create") return { action: "cancel" };
    throw RpcError.methodNotFound(method);
  }
}
