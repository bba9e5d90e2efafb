// The latest changes of the hub in memory, and their readers. A reader that is behind reads from here; one that is too far behind starts over.
import { randomBytes } from "node:crypto";
import { ParleyError, type Clock, type Log } from "@parley/base";
import type { Changes, ChangesReader, ChangesReset, ChangesSubscription, HubChange, HubEvent } from "../api/changes.ts";
import { CHANGES_KEPT_MAX, CHANGES_KEPT_SPARE, CHANGES_READERS_MAX } from "../limits.ts";
import { formatPlace, parsePlace } from "./place.ts";

export interface ChangeLogOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the first reader comes, and when the last one has left. */
  readonly onWatched?: ((isWatched: boolean) => void) | undefined;
}

interface Follower {
  readonly reader: ChangesReader;
  /** Number of the last change that it got. */
  cursor: number;
  isFull: boolean;
}

const EPOCH_BYTES = 6;

export class ChangeLog implements Changes {
  readonly #options: ChangeLogOptions;
  /** Different in every process, so that a position from an earlier one is recognised. */
  readonly #epoch = randomBytes(EPOCH_BYTES).toString("hex");
  readonly #followers = new Set<Follower>();
  /** Parts of the hub, which are not counted as readers. */
  readonly #listeners = new Set<(batch: readonly HubEvent[]) => void>();
  /** Collected during this turn of the event loop. An entry that gives undefined is not reported. */
  #pending: (() => HubChange | undefined)[] = [];
  #scheduled: NodeJS.Immediate | undefined;
  #kept: HubEvent[] = [];
  /** Number of the latest change. */
  #last = 0;
  #isClosed = false;

  constructor(options: ChangeLogOptions) {
    this.#options = options;
  }

  /** Whether anyone reads them, or a part of the hub does. */
  get isWatched(): boolean {
    return this.#followers.size > 0 || this.#listeners.size > 0;
  }

  /** `find` is called when the changes of this turn of the event loop are put together: several changes of one thing are one. */
  note(find: () => HubChange | undefined): void {
    if (this.#isClosed) return;
    this.#pending.push(find);
    this.#scheduled ??= setImmediate(() => this.#publish());
  }

  /** For a part of the hub: it gets every change, and must not throw. */
  listen(listener: (batch: readonly HubEvent[]) => void): void {
    this.#listeners.add(listener);
  }

  check(after: string | undefined): void {
    if (after !== undefined) parsePlace(after);
    if (this.#followers.size < CHANGES_READERS_MAX) return;
    const message = `The limit of ${CHANGES_READERS_MAX} readers of all changes is reached`;
    throw new ParleyError({ code: "limit_reached", message });
  }

  subscribe(reader: ChangesReader, { after }: { readonly after?: string | undefined } = {}): ChangesSubscription {
    this.check(after);
    const place = after === undefined ? undefined : parsePlace(after);
    const follower: Follower = { reader, cursor: this.#last, isFull: false };
    this.#followers.add(follower);
    if (this.#followers.size === 1) this.#options.onWatched?.(true);
    if (place === undefined) this.#reset(follower, "new");
    else if (place.epoch !== this.#epoch || place.number > this.#last) this.#reset(follower, "restarted");
    else {
      follower.cursor = place.number;
      this.#catchUp(follower);
    }
    return {
      resume: () => {
        follower.isFull = false;
        if (this.#followers.has(follower)) this.#catchUp(follower);
      },
      close: () => this.#remove(follower),
    };
  }

  /** Changes may be missing: every reader starts over, even one that comes back later. */
  restart(): void {
    if (this.#isClosed) return;
    this.#publish();
    this.#last += 1;
    this.#kept = [];
    for (const follower of this.#followers) if (!follower.isFull) this.#reset(follower, "too_old");
  }

  close(): void {
    if (this.#isClosed) return;
    this.#publish();
    this.#isClosed = true;
    for (const follower of this.#followers) {
      this.#remove(follower);
      this.#run(follower, () => follower.reader.ended());
    }
  }

  #publish(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    const pending = this.#pending;
    this.#pending = [];
    const at = this.#options.clock.now();
    const batch: HubEvent[] = [];
    for (const find of pending) {
      const change = find();
      if (change === undefined) continue;
      this.#last += 1;
      batch.push({ id: formatPlace(this.#epoch, this.#last), at, change });
    }
    if (batch.length === 0) return;
    const before = this.#last - batch.length;
    this.#keep(batch);
    for (const listener of this.#listeners) listener(batch);
    for (const follower of this.#followers) {
      // One that is full or behind reads the kept changes when it has room.
      if (!follower.isFull && follower.cursor === before) this.#give(follower, batch);
    }
  }

  /** Some more are kept at times, so that they are not copied with every change. */
  #keep(batch: readonly HubEvent[]): void {
    for (const event of batch) this.#kept.push(event);
    if (this.#kept.length >= CHANGES_KEPT_MAX + CHANGES_KEPT_SPARE) this.#kept = this.#kept.slice(-CHANGES_KEPT_MAX);
  }

  #catchUp(follower: Follower): void {
    const missing = this.#last - follower.cursor;
    if (missing === 0) return;
    if (missing > this.#kept.length) this.#reset(follower, "too_old");
    else this.#give(follower, this.#kept.slice(-missing));
  }

  #give(follower: Follower, batch: readonly HubEvent[]): void {
    follower.cursor = this.#last;
    this.#run(follower, () => {
      follower.isFull = !follower.reader.events(batch);
    });
  }

  #reset(follower: Follower, reason: ChangesReset["reason"]): void {
    follower.cursor = this.#last;
    const reset = { id: formatPlace(this.#epoch, this.#last), at: this.#options.clock.now(), reason };
    this.#run(follower, () => {
      follower.isFull = !follower.reader.reset(reset);
    });
  }

  #remove(follower: Follower): void {
    if (this.#followers.delete(follower) && this.#followers.size === 0) this.#options.onWatched?.(false);
  }

  /** A reader that throws is removed; the others are not affected. */
  #run(follower: Follower, run: () => void): void {
    try {
      run();
    } catch (cause) {
      this.#remove(follower);
      this.#options.log.write("error", "A reader of all changes failed", { cause });
    }
  }
}
