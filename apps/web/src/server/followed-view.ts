// Follows one session and shows it: events are applied in bounded portions, so that a fast agent does not make the page slow.
import type { SessionEvent } from "@parley/acp";
import { createTranscript } from "@parley/acp/transcript";
import { applyEvents, SessionView } from "@parley/chat-model";
import type { Following, FollowEnd, Remote } from "@parley/remote";
import { FLOOD_DRAW_MS, FLOOD_EVENTS, FRAME_EVENTS_MAX, HISTORY_WAIT_MS } from "../limits.ts";
import { nextFrame } from "./frame.ts";

export class FollowedView {
  readonly #following: Following;
  readonly #listeners = new Set<() => void>();
  #transcript = createTranscript();
  #view = new SessionView(this.#transcript.snapshot());
  #waiting: SessionEvent[] = [];
  #isAsked = false;
  #end: FollowEnd | undefined;
  /** Until this event it is history, which is drawn once as a whole. */
  #historySeq = 0;
  #historyUntil = 0;
  #lastSeq = 0;
  #drawnAt = -Infinity;

  constructor(remote: Remote, sessionId: string) {
    this.#following = remote.follow(
      sessionId,
      { after: 0 },
      {
        events: (batch) => this.#take(batch),
        followed: ({ lastSeq }) => {
          this.#historySeq = lastSeq;
          this.#historyUntil = performance.now() + HISTORY_WAIT_MS;
        },
        trimmed: ({ after, next }) => {
          if (next <= after) this.#startOver();
        },
        ended: (end) => {
          this.#end = end;
          this.#tell();
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

  /** Listeners hear of another view, and of the end; what is in a view is listened to there. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#following.close();
    this.#waiting = [];
  }

  #take(batch: readonly SessionEvent[]): void {
    for (const event of batch) this.#waiting.push(event);
    this.#ask();
  }

  #ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    nextFrame(() => {
      const waitMs = this.#waiting.length > FLOOD_EVENTS ? this.#drawnAt + FLOOD_DRAW_MS - performance.now() : 0;
      if (waitMs > 0) setTimeout(() => this.#apply(), waitMs);
      else this.#apply();
    });
  }

  #apply(): void {
    this.#isAsked = false;
    // In a hidden tab nothing is drawn, and browsers call back once a second: all of it, so that it does not pile up.
    const events = this.#waiting.splice(0, document.hidden ? this.#waiting.length : FRAME_EVENTS_MAX);
    this.#lastSeq = events.at(-1)?.seq ?? this.#lastSeq;
    const now = performance.now();
    const isMoreComing = this.#lastSeq < this.#historySeq && now < this.#historyUntil;
    this.#view.apply(applyEvents(this.#transcript, events), { isMoreComing });
    if (!isMoreComing) this.#drawnAt = now;
    if (isMoreComing || this.#waiting.length > 0) this.#ask();
  }

  #startOver(): void {
    this.#waiting = [];
    this.#lastSeq = 0;
    this.#transcript = createTranscript();
    this.#view = new SessionView(this.#transcript.snapshot());
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
