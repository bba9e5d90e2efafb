// The listeners of a terminal's output. One that throws is removed and reported; the output continues.
import { ParleyError, type Log } from "@parley/base";
import { TERMINAL_LISTENERS_MAX } from "../limits.ts";
import type { OnOutput } from "./source.ts";

export class Listeners {
  readonly #log: Log;
  readonly #listeners = new Set<{ readonly listener: OnOutput }>();

  constructor(log: Log) {
    this.#log = log;
  }

  add(listener: OnOutput): () => void {
    if (this.#listeners.size >= TERMINAL_LISTENERS_MAX) {
      const message = `A terminal can have at most ${TERMINAL_LISTENERS_MAX} listeners`;
      throw new ParleyError({ code: "usage", message });
    }
    const entry = { listener };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  tell(chunk: Uint8Array): void {
    for (const entry of this.#listeners) {
      try {
        entry.listener(chunk);
      } catch (cause) {
        this.#listeners.delete(entry);
        this.#log.write("error", "A listener to a terminal's output failed and was removed", { cause });
      }
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
