// Follows one session and shows it: events are applied in bounded portions, so that a fast agent does not make the page slow.
import type { SessionEvent } from "@parley/acp";
import type { SessionView } from "@parley/chat-model";
import type { FollowEnd, Remote } from "@parley/remote";
import { nextFrame, SessionFollower } from "@parley/surface";
import { FLOOD_DRAW_MS, FLOOD_EVENTS, FRAME_WORK_MS, PORTION_EVENTS } from "../limits.ts";

export class FollowedView {
  readonly #follower: SessionFollower;
  readonly #listeners = new Set<() => void>();
  #waiting: SessionEvent[] = [];
  #isAsked = false;
  #drawnAt = -Infinity;
  #isShown = false;

  constructor(remote: Remote, sessionId: string) {
    this.#follower = new SessionFollower(remote, sessionId, {
      events: (batch) => this.#take(batch),
      // An empty session has no events that would say so.
      followed: () => this.#ask(),
      restarted: () => {
        this.#waiting = [];
        this.#tell();
      },
      ended: () => this.#tell(),
    });
  }

  /** Another one after the log was replaced. */
  get view(): SessionView {
    return this.#follower.view;
  }

  /** Why there will be no more events. */
  get end(): FollowEnd | undefined {
    return this.#follower.end;
  }

  /** Its history is on the screen: what else the page needs can be loaded. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** Listeners hear of another view, of `isShown` and of the end; what is in a view is listened to there. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#follower.close();
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

  /** Portion after portion, until the frame has no more time for another one. */
  #apply(until = performance.now() + FRAME_WORK_MS): void {
    this.#isAsked = false;
    // In a hidden tab nothing is drawn, and browsers call back once a second: all of it, so that it does not pile up.
    const events = this.#waiting.splice(0, document.hidden ? this.#waiting.length : PORTION_EVENTS);
    const applied = this.#follower.apply(events);
    const isMoreComing = this.#follower.isHistoryComing;
    this.#follower.view.apply(applied, { isMoreComing });
    // By then React has rendered: the listeners above queued its microtask before this one.
    queueMicrotask(() => {
      if (this.#waiting.length > 0 && performance.now() < until) {
        this.#apply(until);
        return;
      }
      if (!isMoreComing) this.#drawn();
      if (isMoreComing || this.#waiting.length > 0) this.#ask();
    });
  }

  #drawn(): void {
    this.#drawnAt = performance.now();
    if (this.#isShown || !this.#follower.hasStarted) return;
    nextFrame(() => {
      this.#isShown = true;
      this.#tell();
    });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
