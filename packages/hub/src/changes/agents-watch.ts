// Looks for changes of the agents while changes are read: programs and modes are files that other processes write.
import type { Log } from "@parley/base";
import { AGENTS_CHECK_MS } from "../limits.ts";

export class AgentsWatch {
  readonly #list: () => Promise<unknown>;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;

  /** `list` builds the catalogue if something has changed, which reports what is different. */
  constructor(list: () => Promise<unknown>, log: Log) {
    this.#list = list;
    this.#log = log;
  }

  watch(isWatched: boolean): void {
    clearInterval(this.#timer);
    this.#timer = isWatched ? setInterval(() => this.check(), AGENTS_CHECK_MS).unref() : undefined;
    if (isWatched) this.check();
  }

  /** Something was changed in this process. */
  check(): void {
    if (this.#timer !== undefined && !this.#isChecking) void this.#check();
  }

  async #check(): Promise<void> {
    this.#isChecking = true;
    try {
      await this.#list();
    } catch (cause) {
      this.#log.write("warn", "Could not look for changes of the agents", { cause });
    } finally {
      this.#isChecking = false;
    }
  }
}
