// Follows one session: its transcript, the view of it, how far its history has arrived, and what to do when its log is replaced.
import type { SessionEvent } from "@parley/acp";
import { createTranscript } from "@parley/acp/transcript";
import { applyEvents, SessionView, type AppliedEvent } from "@parley/chat-model";
import type { Following, FollowEnd, Remote } from "@parley/remote";
import { HISTORY_WAIT_MS } from "./limits.ts";

export interface FollowerHandlers {
  /** What came; a promise holds back what comes after it. */
  events(batch: readonly SessionEvent[]): Promise<void> | void;
  /** How much history there is, is known now: `isHistoryComing` counts from here. */
  followed?(): void;
  /** The log was replaced: `view` is another one, and what was not applied yet is void. */
  restarted(): void;
  ended(end: FollowEnd): void;
}

export class SessionFollower {
  readonly #following: Following;
  #transcript = createTranscript();
  #view = new SessionView(this.#transcript.snapshot());
  #end: FollowEnd | undefined;
  #lastSeq = 0;
  /** Until this event it is history. */
  #historySeq = 0;
  #historyUntil = 0;

  constructor(remote: Remote, sessionId: string, handlers: FollowerHandlers) {
    this.#following = remote.follow(
      sessionId,
      { after: 0 },
      {
        events: (batch) => handlers.events(batch),
        followed: ({ lastSeq }) => {
          this.#historySeq = lastSeq;
          this.#historyUntil = performance.now() + HISTORY_WAIT_MS;
          handlers.followed?.();
        },
        trimmed: ({ after, next }) => {
          if (next > after) return;
          this.#restart();
          handlers.restarted();
        },
        ended: (end) => {
          this.#end = end;
          handlers.ended(end);
        },
      },
    );
  }

  /** Another one after the log was replaced. */
  get view(): SessionView {
    return this.#view;
  }

  /** Why there will be no more events. */
  get end(): FollowEnd | undefined {
    return this.#end;
  }

  /** The rest of the history is on its way, so that what was applied need not be shown yet. */
  get isHistoryComing(): boolean {
    return this.#lastSeq < this.#historySeq && performance.now() < this.#historyUntil;
  }

  /** Some of its history was applied, or it has none. */
  get hasStarted(): boolean {
    return this.#lastSeq > 0 || (this.#historyUntil > 0 && this.#historySeq === 0);
  }

  /** Applies events to the transcript; `view` is given the result by the caller, now or in a batch. */
  apply(events: readonly SessionEvent[]): readonly AppliedEvent[] {
    this.#lastSeq = events.at(-1)?.seq ?? this.#lastSeq;
    return applyEvents(this.#transcript, events);
  }

  close(): void {
    this.#following.close();
  }

  #restart(): void {
    this.#lastSeq = 0;
    this.#transcript = createTranscript();
    this.#view = new SessionView(this.#transcript.snapshot());
  }
}
