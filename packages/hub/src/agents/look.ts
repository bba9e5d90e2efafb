// Looking at something slow behind everybody's back: one look at a time, each with an end to it.
import { ParleyError, type Clock } from "@parley/base";

export interface LookOptions {
  readonly clock: Clock;
  /** What is looked at, for an error: `the agents on this machine`. */
  readonly at: string;
  /** Takes over what it has seen by itself. */
  readonly look: () => Promise<void>;
  readonly timeMs: number;
  /** Hears of a look that failed and that nobody waits for. */
  readonly onFailure: (error: unknown) => void;
}

export class Look {
  readonly #options: LookOptions;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #endedMs = 0;

  constructor(options: LookOptions) {
    this.#options = options;
  }

  /** Looks unless one is on its way. Never rejects. */
  async inBackground(): Promise<void> {
    try {
      await (this.#running ?? this.#next ?? this.#begin());
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  /** The same, if the last look ended longer ago than this. */
  ifOlderThan(ageMs: number): void {
    if (this.#running === undefined && this.#options.clock.now() - this.#endedMs >= ageMs) void this.inBackground();
  }

  /** Waits for that look. Never rejects. */
  async whenOlderThan(ageMs: number): Promise<void> {
    const isOld = this.#options.clock.now() - this.#endedMs >= ageMs;
    if (this.#running !== undefined || isOld) await this.inBackground();
  }

  /** A look that begins after this call; one for all who ask while another one runs. Rejects if it fails. */
  again(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined) return this.#begin();
    this.#next = this.#running
      .catch(() => undefined) // Told to whoever began it.
      .then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next;
  }

  #begin(): Promise<void> {
    const running = this.#lookInTime().finally(() => {
      this.#running = undefined;
      this.#endedMs = this.#options.clock.now();
    });
    this.#running = running;
    return running;
  }

  async #lookInTime(): Promise<void> {
    const { look, timeMs, at } = this.#options;
    const message = `Looking at ${at} took longer than ${timeMs} ms`;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ParleyError({ code: "request_timeout", message })), timeMs).unref();
    });
    try {
      await Promise.race([look(), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
