// Reads something slow in the background: one refresh at a time, each with a time limit.
import { ParleyError, type Clock } from "@parley/base";

export interface BackgroundRefreshOptions {
  readonly clock: Clock;
  /** What is read, for an error: `the agents on this machine`. */
  readonly what: string;
  /** Reads it and keeps the result. */
  readonly read: () => Promise<void>;
  readonly timeoutMs: number;
  /** Called when a refresh fails that no caller waits for. */
  readonly onFailure: (error: unknown) => void;
}

export class BackgroundRefresh {
  readonly #options: BackgroundRefreshOptions;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #endedMs = 0;

  constructor(options: BackgroundRefreshOptions) {
    this.#options = options;
  }

  /** Starts a refresh unless one is running. Never rejects. */
  async inBackground(): Promise<void> {
    try {
      await (this.#running ?? this.#next ?? this.#start());
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  /** The same, if the last refresh ended longer ago than this. */
  ifOlderThan(ageMs: number): void {
    if (this.#running === undefined && this.#options.clock.now() - this.#endedMs >= ageMs) void this.inBackground();
  }

  /** The same, and waits for it. Never rejects. */
  async whenOlderThan(ageMs: number): Promise<void> {
    const isOld = this.#options.clock.now() - this.#endedMs >= ageMs;
    if (this.#running !== undefined || isOld) await this.inBackground();
  }

  /** A refresh that starts after this call; one for all callers that come while another one runs. Rejects if it fails. */
  again(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined) return this.#start();
    this.#next = this.#running
      .catch(() => undefined) // Its own caller gets the error.
      .then(() => {
        this.#next = undefined;
        return this.#start();
      });
    return this.#next;
  }

  #start(): Promise<void> {
    const running = this.#readInTime().finally(() => {
      this.#running = undefined;
      this.#endedMs = this.#options.clock.now();
    });
    this.#running = running;
    return running;
  }

  async #readInTime(): Promise<void> {
    const { read, timeoutMs, what } = this.#options;
    const message = `Reading ${what} took longer than ${timeoutMs} ms`;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ParleyError({ code: "request_timeout", message })), timeoutMs).unref();
    });
    try {
      await Promise.race([read(), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
