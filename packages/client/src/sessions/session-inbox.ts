// What the agent sends for a session: updates into the record, requests to the features.
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
  /** The agent's id of the session, as it is now. */
  readonly agentSessionId: () => string;
  /** The turn that the agent works on was cancelled. */
  readonly isCancelled: () => boolean;
  /** The agent reports what the session has cost. */
  readonly onCost: (cost: Cost) => void;
}

/** Nobody is asked any more in a turn that was cancelled. https://agentclientprotocol.com/protocol/v1/prompt-turn#cancellation */
const CANCELLED: Readonly<Record<string, object>> = {
  "session/request_permission": { outcome: { outcome: "cancelled" } },
  "elicitation/create": { action: "cancel" },
};

export class SessionInbox implements SessionReceiver {
  readonly #options: InboxOptions;
  #asked = 0;
  #isClosed = false;
  /** When the agent was last heard of, by the timers. */
  heardAtMs: number;

  constructor(options: InboxOptions) {
    this.#options = options;
    this.heardAtMs = options.timers.now();
  }

  /** The agent waits for an answer. */
  get isAsked(): boolean {
    return this.#asked > 0;
  }

  /** The session is being closed: what still comes for it is late. */
  close(): void {
    this.#isClosed = true;
  }

  update(update: SessionUpdate): void {
    const { recorder, choices, filter, features, agentSessionId } = this.#options;
    if (this.#isClosed || filter.drops(update)) return;
    choices.take(update);
    recorder.record({ type: "update", update });
    if (update.sessionUpdate === "usage_update" && update.cost) this.#options.onCost(update.cost);
    this.heardAtMs = this.#options.timers.now();
    if (features.hearsUpdates) features.update({ sessionId: agentSessionId(), update });
  }

  request(method: string, params: unknown, context: RequestContext): unknown {
    const { timers, recorder, features } = this.#options;
    this.heardAtMs = timers.now();
    const unasked = this.#options.isCancelled() ? CANCELLED[method] : undefined;
    if (unasked !== undefined) return unasked;
    if (this.#isClosed) throw unknownSession(this.#options.agentSessionId());
    // Whoever is asked should see what was said before the question.
    recorder.flush();
    const answer = features.request(method, params, context);
    if (!(answer instanceof Promise)) return answer;
    this.#asked += 1;
    return answer.finally(() => {
      this.#asked -= 1;
      // From here on it is the agent's turn again.
      this.heardAtMs = timers.now();
    });
  }

  completed(notification: CompleteElicitationNotification): void {
    this.#options.features.notify("elicitation/complete", notification);
  }
}
