// Follows one session and shows it: events are applied once per frame, so that a fast agent does not make the page slow.
import type { SessionEvent } from "@parley/acp";
import { createTranscript } from "@parley/acp/transcript";
import { applyEvents, SessionView } from "@parley/chat-model";
import type { Following, FollowEnd, Remote } from "@parley/remote";
import { nextFrame } from "./frame.ts";

export class FollowedView {
  readonly #following: Following;
  readonly #listeners = new Set<() => void>();
  #transcript = createTranscript();
  #view = new SessionView(this.#transcript.snapshot());
  #waiting: SessionEvent[] = [];
  #isAsked = false;
  #end: FollowEnd | undefined;

  constructor(remote: Remote, sessionId: string) {
    this.#following = remote.follow(
      sessionId,
      { after: 0 },
      {
        events: (batch) => this.#take(batch),
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
    this.#waiting.push(...batch);
    if (this.#isAsked) return;
    this.#isAsked = true;
    nextFrame(() => {
      this.#isAsked = false;
      const events = this.#waiting;
      this.#waiting = [];
      this.#view.apply(applyEvents(this.#transcript, events));
    });
  }

  #startOver(): void {
    this.#waiting = [];
    this.#transcript = createTranscript();
    this.#view = new SessionView(this.#transcript.snapshot());
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
