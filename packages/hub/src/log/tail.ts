// The latest events of a session, in the batches in which they were stored: many followers share the same arrays.
import { TAIL_CAUGHT_UP_EVENTS, TAIL_CHARS_MAX, TAIL_EVENTS_MAX } from "../limits.ts";
import type { LoggedEvent } from "../api/log.ts";

type Batch = readonly LoggedEvent[];

export class Tail {
  #batches: Batch[] = [];
  #events = 0;
  #chars = 0;

  /** Not empty, and following the batch before it. */
  add(batch: Batch): void {
    this.#batches.push(batch);
    this.#events += batch.length;
    this.#chars += charsOf(batch);
    if (this.#events > TAIL_EVENTS_MAX * 2 || this.#chars > TAIL_CHARS_MAX * 2) this.#cut();
  }

  /** No follower is behind, so few events are needed. */
  relax(): void {
    if (this.#events > TAIL_CAUGHT_UP_EVENTS * 2) this.#cut(TAIL_CAUGHT_UP_EVENTS);
  }

  /** The last follower has left. */
  clear(): void {
    this.#batches = [];
    [this.#events, this.#chars] = [0, 0];
  }

  /** The events that follow, as far as they were stored together; undefined if they are not here. */
  after(seq: number): Batch | undefined {
    // Most followers are only a little behind, so the search starts at the end.
    for (let at = this.#batches.length - 1; at >= 0; at -= 1) {
      const batch = this.#batches[at];
      const first = batch?.[0]?.event.seq;
      if (batch === undefined || first === undefined || first > seq + 1) continue;
      if (first === seq + 1) return batch;
      const rest = batch.slice(seq + 1 - first);
      return rest.length === 0 ? undefined : rest;
    }
    return undefined;
  }

  /** Cuts to half of the maximum, so that it happens rarely. */
  #cut(eventsMax = TAIL_EVENTS_MAX): void {
    let from = 0;
    while (from < this.#batches.length && (this.#events > eventsMax || this.#chars > TAIL_CHARS_MAX)) {
      const batch = this.#batches[from] ?? [];
      this.#events -= batch.length;
      this.#chars -= charsOf(batch);
      from += 1;
    }
    this.#batches = this.#batches.slice(from);
  }
}

function charsOf(batch: Batch): number {
  let chars = 0;
  for (const { line } of batch) chars += line.length;
  return chars;
}
