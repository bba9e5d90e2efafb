// Receives the agent's messages for a session: records updates and passes requests to the features.
import type { CompleteElicitationNotification, Cost, SessionUpdate } from "@parley/acp";
import type { Timers } from "@parley/base";
import type { RequestContext } from "@parley/rpc";
import type { SessionReceiver } from "../connection/held-messages.ts";
import { unknownSession } from "../connection/session-mailbox.ts";
import type { Choices } from "./choices.ts";
import type { Recorder } from "./recorder.ts";
import type { ReplayFilter } from "./replay-filter.ts";
import type { SessionFeatures } from "./session-features.ts";

export interface InboxOptions {
  readonly timers: Timers;
  readonly recorder: Recorder;
  readonly choices: Choices;
  readonly filter: ReplayFilter;
  readonly features: SessionFeatures;
  /** The agent's current id of the session. */
  readonly agentSessionId: () => string;
  /** The turn that the agent works on was cancelled. */
  readonly isCancelled: () => boolean;
  /** The agent reports what the session has cost. */
  readonly onCost: (cost: Cost) => void;
}

/** In a cancelled turn no questions are asked. https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation */
const CANCELLED: Readonly<Record<string, object>> = {
  "session/request_permission": { outcome: { outcome: "cancelled" } },
  "elicitation/create": { action: "cancel" },
};

export class SessionInbox implements SessionReceiver {
  readonly #options: InboxOptions;
  #asked = 0;
  #isClosed = false;
  /** Time of the agent's last message, by the timers. */
  lastMessageAtMs: number;

  constructor(options: InboxOptions) {
    this.#options = options;
    this.lastMessageAtMs = options.timers.now();
  }

  /** The agent waits for an answer. */
  get isAsked(): boolean {
    return this.#asked > 0;
  }

  /** The session is being closed: later messages are ignored. */
  close(): void {
    this.#isClosed = true;
  }

  update(update: SessionUpdate): void {
    const { recorder, choices, filter, features, agentSessionId } = this.#options;
    if (this.#isClosed || filter.drops(update)) return;
    choices.take(update);
    recorder.record({ type: "update", update });
    if (update.sessionUpdate === "usage_update" && update.cost) this.#options.onCost(update.cost);
    this.lastMessageAtMs = this.#options.timers.now();
    if (features.takesUpdates) features.update({ sessionId: agentSessionId(), update });
  }

  request(method: string, params: unknown, context: RequestContext): unknown {
    const { timers, recorder, features } = this.#options;
    this.lastMessageAtMs = timers.now();
    const unasked = this.#options.isCancelled() ? CANCELLED[method] : undefined;
    if (unasked !== undefined) return unasked;
    if (this.#isClosed) throw unknownSession(this.#options.agentSessionId());
    // The user should see the text before the question first.
    recorder.flush();
    const answer = features.request(method, params, context);
    if (!(answer instanceof Promise)) return answer;
    this.#asked += 1;
    return answer.finally(() => {
      this.#asked -= 1;
      // From now on Parley waits for the agent again.
      this.lastMessageAtMs = timers.now();
    });
  }

  completed(notification: CompleteElicitationNotification): void {
    this.#options.features.notify("elicitation/complete", notification);
  }
}
