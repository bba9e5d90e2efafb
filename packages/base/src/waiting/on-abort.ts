// Runs something when a signal aborts. All waits on one signal share a single listener: Node 20 warns of a leak at the eleventh,
// and a signal that has no listener left can be collected.

class Waiting {
  readonly #runs = new Set<() => void>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(run: () => void): () => void {
    // Each call gets a new function, because the same callback may be added twice.
    const own = (): void => run();
    if (this.#runs.size === 0) this.#signal.addEventListener("abort", this.#onAbort, { once: true });
    this.#runs.add(own);
    return () => {
      if (this.#runs.delete(own) && this.#runs.size === 0) {
        this.#signal.removeEventListener("abort", this.#onAbort);
      }
    };
  }

  readonly #onAbort = (): void => {
    const runs = [...this.#runs];
    this.#runs.clear();
    for (const run of runs) run();
  };
}

const bySignal = new WeakMap<AbortSignal, Waiting>();

/** Runs it at once if the signal has already aborted. `run` must not throw. The returned function stops waiting. */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) {
    run();
    return () => undefined;
  }
  let waiting = bySignal.get(signal);
  if (waiting === undefined) {
    waiting = new Waiting(signal);
    bySignal.set(signal, waiting);
  }
  return waiting.add(run);
}
