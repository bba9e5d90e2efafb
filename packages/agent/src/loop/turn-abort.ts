// Everything that can break off a turn, as one signal: the session's cancel, a question dismissed with the turn, and its time.

/** What a timer can hold. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export class TurnAbort {
  readonly #control = new AbortController();
  readonly #session: AbortSignal;
  readonly #timer: ReturnType<typeof setTimeout>;
  #isOutOfTime = false;

  constructor(session: AbortSignal, ms: number) {
    this.#session = session;
    this.#timer = setTimeout(this.#expire, Math.min(ms, TIMER_MS_MAX));
    this.#timer.unref();
    if (session.aborted) this.cancel();
    else session.addEventListener("abort", this.cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** True if it was its time alone that broke it off. */
  get isOutOfTime(): boolean {
    return this.#isOutOfTime;
  }

  readonly cancel = (): void => this.#control.abort(this.#session.reason);

  close(): void {
    clearTimeout(this.#timer);
    this.#session.removeEventListener("abort", this.cancel);
  }

  readonly #expire = (): void => {
    if (this.#control.signal.aborted) return;
    this.#isOutOfTime = true;
    this.#control.abort();
  };
}
