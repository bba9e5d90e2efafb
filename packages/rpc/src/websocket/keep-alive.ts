// Pings the other side and notices when it has gone silent: a half-open TCP connection shows no other sign.

export interface KeepAliveOptions {
  readonly intervalMs: number;
  readonly ping: () => void;
  /** While reading is paused, pongs are not read either. */
  readonly isPaused: () => boolean;
  readonly onSilent: () => void;
}

export class KeepAlive {
  readonly #options: KeepAliveOptions;
  readonly #timer: ReturnType<typeof setInterval>;
  #judgement: ReturnType<typeof setTimeout> | undefined;
  #heard = true;

  constructor(options: KeepAliveOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#tick(), options.intervalMs);
  }

  /** Any input shows that the other side is alive. */
  heard(): void {
    this.#heard = true;
  }

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#judgement);
  }

  #tick(): void {
    if (this.#options.isPaused()) this.#heard = true;
    else if (this.#heard) {
      this.#heard = false;
      this.#options.ping();
    } else {
      // If this process was busy, the answer may have arrived without having been read.
      this.#judgement = setTimeout(() => this.#judge(), 0);
    }
  }

  #judge(): void {
    if (this.#heard) return;
    this.stop();
    this.#options.onSilent();
  }
}
