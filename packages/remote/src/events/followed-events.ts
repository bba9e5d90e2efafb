// Follows all changes on the server across connections, with one subscription for all local readers.
import type { ServerEvent } from "@parley/contract";
import { isObject, type Log } from "@parley/base";
import type { Handlers, Peer } from "@parley/rpc";
import { FOLLOW_AGAIN_MS, REQUEST_MS } from "../limits.ts";

/** A change, as in the server's GET /events. */
export type ChangeEvent = Exclude<ServerEvent, { readonly type: "reset" }>;
export type ResetEvent = Extract<ServerEvent, { readonly type: "reset" }>;

export interface EventsHandler {
  /**
   * The reader's state is invalid or empty, so it has to list what it needs. Comes first, and after changes were
   * missed.
   */
  reset(event: ResetEvent): void;
  /** In order, each change once. */
  events(batch: readonly ChangeEvent[]): void;
}

export interface FollowingEvents {
  close(): void;
}

export class FollowedEvents {
  readonly #log: Log;
  readonly #readers = new Set<EventsHandler>();
  /** Id and time of the last event; undefined before the first. */
  #last: Pick<ServerEvent, "id" | "at"> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  get notifications(): NonNullable<Handlers["notifications"]> {
    return {
      "_parley/events": (params) => {
        const { events } = isObject(params) ? params : {};
        if (Array.isArray(events)) this.#take(events.filter(isServerEvent));
      },
    };
  }

  opened(peer: Peer): void {
    if (this.#readers.size > 0) this.#follow(peer);
  }

  follow(handler: EventsHandler, peer: () => Peer | undefined): FollowingEvents {
    // A handler may be added twice, and each is closed separately.
    const reader: EventsHandler = { reset: (event) => handler.reset(event), events: (batch) => handler.events(batch) };
    this.#readers.add(reader);
    const connected = peer();
    const last = this.#last;
    if (this.#readers.size === 1 && connected !== undefined) this.#follow(connected);
    // This reader begins at the position of the others.
    if (this.#readers.size > 1 && last !== undefined) {
      queueMicrotask(() => this.#reset([reader], { ...last, type: "reset", reason: "new" }));
    }
    return {
      close: () => {
        if (!this.#readers.delete(reader) || this.#readers.size > 0) return;
        this.close();
        // If the connection is lost, so is the subscription.
        void peer()
          ?.request("_parley/events/unfollow", {})
          .catch(() => undefined);
      },
    };
  }

  close(): void {
    clearTimeout(this.#again);
    this.#readers.clear();
    this.#last = undefined;
  }

  #follow(peer: Peer): void {
    clearTimeout(this.#again);
    const params = this.#last === undefined ? {} : { after: this.#last.id };
    peer.request("_parley/events/follow", params, { timeoutMs: REQUEST_MS }).catch((cause: unknown) => {
      this.#log.write("warn", "The changes on the server could not be followed", { cause });
      // The next connection follows again.
      if (this.#readers.size > 0) this.#again = setTimeout(() => this.#follow(peer), FOLLOW_AGAIN_MS);
    });
  }

  #take(events: readonly ServerEvent[]): void {
    let batch: ChangeEvent[] = [];
    for (const event of events) {
      if (event.type !== "reset") batch.push(event);
      else {
        this.#give(batch);
        batch = [];
        this.#reset(this.#readers, event);
      }
      this.#last = { id: event.id, at: event.at };
    }
    this.#give(batch);
  }

  #give(batch: readonly ChangeEvent[]): void {
    if (batch.length === 0) return;
    for (const reader of this.#readers) this.#run(() => reader.events(batch));
  }

  #reset(readers: Iterable<EventsHandler>, event: ResetEvent): void {
    for (const reader of readers) if (this.#readers.has(reader)) this.#run(() => reader.reset(event));
  }

  /** A handler that throws does not affect the others, and its events count as delivered. */
  #run(run: () => void): void {
    try {
      run();
    } catch (cause) {
      this.#log.write("error", "A handler of changes failed", { cause });
    }
  }
}

/** Types of a later server are passed on; readers skip unknown ones. */
function isServerEvent(value: unknown): value is ServerEvent {
  return isObject(value) && typeof value["id"] === "string" && typeof value["type"] === "string";
}
