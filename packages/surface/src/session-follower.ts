// Follows one session: its transcript, its view, the progress of its history, and the replacement of its log.
import type { SessionEvent } from "@parley/acp";
import { createTranscript } from "@parley/acp/transcript";
import { applyEvents, SessionView, type AppliedEvent } from "@parley/chat-model";
import type { Following, FollowEnd, Remote } from "@parley/remote";
import { HISTORY_WAIT_MS } from "./limits.ts";

export interface FollowerHandlers {
  /** New events; a promise applies back-pressure. */
  events(batch: readonly SessionEvent[]): Promise<void> | void;
  /** The length of the history is known now: `isHistoryComing` is valid from here. */
  followed?(): void;
  /** The log was replaced: `view` is a new one, and events that were not applied yet are invalid. */
  restarted(): void;
  ended(end: FollowEnd): void;
}

export class SessionFollower {
  readonly #following: Following;
  #transcript = createTranscript();
  #view = new SessionView(this.#transcript.snapshot());
  #end: FollowEnd | undefined;
  #lastSeq = 0;
  /** Events up to this one are history. */
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

  /** A new one after the log was replaced. */
  get view(): SessionView {
    return this.#view;
  }

  /** Why no more events will follow. */
  get end(): FollowEnd | undefined {
    return this.#end;
  }

  /** More history is coming, so the applied part need not be shown yet. */
  get isHistoryComing(): boolean {
    return this.#lastSeq < this.#historySeq && performance.now() < this.#historyUntil;
  }

  /** Part of its history was applied, or it has none. */
  get hasStarted(): boolean {
    return this.#lastSeq > 0 || (this.#historyUntil > 0 && this.#historySeq === 0);
  }

  /** Applies events to the transcript. The caller passes the result to `view`, now or in a batch. */
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
