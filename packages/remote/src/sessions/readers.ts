// All readers of one session. A handler that throws does not affect the others, and its events count as delivered.
import type { SessionEvent } from "@parley/acp";
import type { FollowEnd, Follower, KnownEvent } from "./follower.ts";

export class Readers {
  readonly #followers = new Set<Follower>();
  readonly #report: (cause: unknown) => void;

  constructor(report: (cause: unknown) => void) {
    this.#report = report;
  }

  get size(): number {
    return this.#followers.size;
  }

  add(follower: Follower): void {
    this.#followers.add(follower);
  }

  remove(follower: Follower): void {
    follower.isClosed = true;
    this.#followers.delete(follower);
  }

  /** The position of the slowest one; undefined if all begin with the next event. */
  get place(): number | undefined {
    let place: number | undefined;
    for (const { cursor } of this.#followers) if (cursor !== undefined) place = Math.min(place ?? cursor, cursor);
    return place;
  }

  /** The latest event that any of them has: if the log has it, it has all earlier events as well. */
  get known(): KnownEvent | undefined {
    let latest: KnownEvent | undefined;
    for (const { known } of this.#followers) if ((known?.seq ?? 0) > (latest?.seq ?? 0)) latest = known;
    return latest;
  }

  /** The log now ends here: a reader beyond it has read another log, and so have all if the server says so. */
  alignTo(lastSeq: number, isOtherLog: boolean): void {
    for (const follower of this.#followers) {
      follower.cursor ??= lastSeq;
      if (follower.cursor > (isOtherLog ? 0 : lastSeq)) this.#run(() => follower.startOver());
    }
  }

  followed(lastSeq: number): void {
    for (const { handler } of this.#followers) this.#run(() => handler.followed?.({ lastSeq }));
  }

  /** Returns a promise while one of them is still processing. */
  give(events: readonly SessionEvent[]): void | Promise<void> {
    let waiting: Promise<void>[] | undefined;
    for (const follower of this.#followers) {
      this.#run(() => {
        const taken = follower.give(events);
        if (taken !== undefined) (waiting ??= []).push(taken.catch(this.#report));
      });
    }
    return waiting === undefined ? undefined : Promise.all(waiting).then(() => undefined);
  }

  skipTo(next: number): void {
    for (const follower of this.#followers) this.#run(() => follower.skipTo(next));
  }

  end(end: FollowEnd): void {
    for (const follower of this.#followers) {
      this.remove(follower);
      this.#run(() => follower.handler.ended?.(end));
    }
  }

  #run(run: () => void): void {
    try {
      run();
    } catch (cause) {
      this.#report(cause);
    }
  }
}
