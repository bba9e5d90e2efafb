// A session that this window follows: one transcript for all chats that show it, and its changes in batches, once per frame.
import type { SessionEvent } from "@parley/acp";
import type { AppliedEvent, SessionSnapshot, SessionView } from "@parley/chat-model";
import type { FollowEnd, Remote } from "@parley/remote";
import { SessionFollower } from "@parley/surface";
import { BATCH_EVENTS_MAX, FRAME_MS } from "../../limits.ts";

export interface SessionReader {
  /** What it had is void: it starts again from the view. */
  reopened(): void;
  /** `isMoreComing`: the rest of the history follows at once. */
  batch(applied: readonly AppliedEvent[], isMoreComing: boolean): void;
  /** Resolves when it can take more; undefined if it can now. */
  untilReady(): Promise<void> | undefined;
  ended(end: FollowEnd): void;
}

export class FollowedSession {
  readonly sessionId: string;
  readonly #follower: SessionFollower;
  readonly #readers = new Set<SessionReader>();
  /** Readers that do not keep the session followed. */
  readonly #watchers = new Set<SessionReader>();
  #waiting: AppliedEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(remote: Remote, sessionId: string) {
    this.sessionId = sessionId;
    this.#follower = new SessionFollower(remote, sessionId, {
      events: (batch) => this.#take(batch),
      // A session without history has no events that would say so.
      followed: () => {
        if (!this.isLoading) for (const reader of this.#readers) reader.batch([], false);
      },
      restarted: () => {
        this.#waiting = [];
        for (const reader of this.#readers) reader.reopened();
      },
      ended: (end) => {
        this.#flush();
        for (const reader of this.#readers) reader.ended(end);
      },
    });
  }

  /** Readers are given the last of it with the next frame. */
  get view(): SessionView {
    return this.#follower.view;
  }

  /** Exactly what readers were given: a reader that begins with it gets nothing twice. */
  snapshot(): SessionSnapshot {
    this.#flush();
    return this.view.snapshot();
  }

  get end(): FollowEnd | undefined {
    return this.#follower.end;
  }

  /** Its history is on its way. */
  get isLoading(): boolean {
    const { end, hasStarted, isHistoryComing } = this.#follower;
    return end === undefined && (!hasStarted || isHistoryComing);
  }

  get isRead(): boolean {
    return this.#readers.size > 0;
  }

  /** The reader begins with `view` as it is now. */
  add(reader: SessionReader): void {
    this.#flush();
    this.#readers.add(reader);
  }

  /** As long as others read the session, it is read here too. */
  watch(reader: SessionReader): void {
    this.#flush();
    this.#watchers.add(reader);
  }

  remove(reader: SessionReader): void {
    this.#readers.delete(reader);
    this.#watchers.delete(reader);
  }

  close(): void {
    this.#follower.close();
    clearTimeout(this.#timer);
  }

  #take(events: readonly SessionEvent[]): Promise<void> | undefined {
    const applied = this.#follower.apply(events);
    this.#follower.view.apply(applied);
    for (const one of applied) this.#waiting.push(one);
    this.#timer ??= setTimeout(() => this.#flush(), FRAME_MS);
    const busy = [...this.#readers].flatMap((reader) => reader.untilReady() ?? []);
    return busy.length === 0 ? undefined : Promise.all(busy).then(() => undefined);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_EVENTS_MAX);
      const isMoreComing = this.#waiting.length > 0 || this.#follower.isHistoryComing;
      for (const reader of [...this.#readers, ...this.#watchers]) reader.batch(batch, isMoreComing);
    }
  }
}
