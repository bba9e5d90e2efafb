// Follows the guided session, and says what happened in it so far.
import type { Following, Remote } from "@parley/remote";
import { NO_FACTS, withEvent, type GuideFacts } from "./guide-steps.ts";

export class GuideProgress {
  readonly #following: Following;
  readonly #listeners = new Set<() => void>();
  #facts = NO_FACTS;
  #isGone = false;

  constructor(remote: Remote, sessionId: string) {
    this.#following = remote.follow(
      sessionId,
      { after: 0 },
      {
        events: (batch) => this.#set(batch.reduce(withEvent, this.#facts)),
        trimmed: ({ after, next }) => {
          if (next <= after) this.#set(NO_FACTS);
        },
        ended: () => {
          this.#isGone = true;
          this.#set(NO_FACTS);
        },
      },
    );
  }

  /** The same object until something changes. */
  get facts(): GuideFacts {
    return this.#facts;
  }

  /** The session was deleted, or is not there. */
  get isGone(): boolean {
    return this.#isGone;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#following.close();
  }

  #set(facts: GuideFacts): void {
    this.#facts = facts;
    for (const listener of this.#listeners) listener();
  }
}
