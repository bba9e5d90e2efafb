// What agents do to files in some sessions, read from their logs and kept up to date.
import type { SessionEvent } from "@parley/acp";
import { EventReader, Recording } from "@parley/chat-ui/watch";
import type { Following, Remote } from "@parley/remote";
import { nextFrame } from "@parley/surface";
import { LiveReads } from "./live-reads.ts";

export interface RecordedSession {
  readonly id: string;
  /** What the agent is called until it says so itself. */
  readonly agent: string;
}

export class SessionRecording {
  readonly #remote: Remote;
  readonly #sessions: readonly RecordedSession[];
  readonly #listeners = new Set<() => void>();
  readonly #isRunning: (sessionId: string) => boolean;
  #followings: readonly (Following | LiveReads)[] = [];
  #recording = new Recording();
  #isAsked = false;

  constructor(remote: Remote, sessions: readonly RecordedSession[], isRunning: (sessionId: string) => boolean) {
    this.#remote = remote;
    this.#sessions = sessions;
    this.#isRunning = isRunning;
    this.#follow();
  }

  /** Another one after a log was replaced. */
  get recording(): Recording {
    return this.#recording;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    for (const following of this.#followings) following.close();
  }

  #follow(): void {
    const recording = this.#recording;
    this.#followings = this.#sessions.flatMap(({ id, agent }) => {
      const reader = new EventReader(recording, id, agent);
      const isRunning = (): boolean => this.#isRunning(id);
      const reads = new LiveReads({ remote: this.#remote, sessionId: id, recording, agent, isRunning });
      const following = this.#remote.follow(
        id,
        { after: 0 },
        {
          events: (batch) => {
            reads.wake();
            this.#take(recording, reader, batch);
          },
          trimmed: ({ after, next }) => {
            if (next <= after) this.#startOver();
          },
        },
      );
      return [following, reads];
    });
  }

  #take(recording: Recording, reader: EventReader, batch: readonly SessionEvent[]): void {
    for (const event of batch) reader.add(event);
    if (this.#isAsked) return;
    this.#isAsked = true;
    nextFrame(() => {
      this.#isAsked = false;
      recording.changed();
    });
  }

  #startOver(): void {
    this.close();
    this.#recording = new Recording();
    this.#follow();
    for (const listener of this.#listeners) listener();
  }
}
