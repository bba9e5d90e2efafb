// Detects when the system may have dropped events. Its queue is bounded, and libuv does not report an overflow. But
// a full queue is delivered in one burst, so a burst that could have filled it makes every watch unreliable.
import { readFileSync } from "node:fs";

export interface Doubtful {
  /** Events may have been lost. */
  doubt(): void;
}

const QUEUE = "/proc/sys/fs/inotify/max_queued_events";

class EventMeter {
  readonly #watches = new Set<Doubtful>();
  #burstMax: number | undefined;
  #burst = 0;

  add(watch: Doubtful): void {
    this.#watches.add(watch);
  }

  delete(watch: Doubtful): void {
    this.#watches.delete(watch);
  }

  count(): void {
    // All of one burst is delivered before the next immediate runs.
    if (this.#burst === 0) setImmediate(() => (this.#burst = 0));
    this.#burst += 1;
    this.#burstMax ??= readNumber(QUEUE) / 2;
    if (this.#burst >= this.#burstMax) for (const watch of this.#watches) watch.doubt();
  }
}

/** One per process: all watches share a queue. */
export const eventMeter: EventMeter = new EventMeter();

/** 0 if the system does not say. */
export function readNumber(path: string): number {
  try {
    return Number.parseInt(readFileSync(path, "utf8"), 10) || 0;
  } catch {
    return 0;
  }
}
