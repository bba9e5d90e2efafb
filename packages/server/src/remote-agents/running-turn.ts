// A turn that runs: several may want to end it, the first one does, and what is behind it ends then.
import type { Ending, RemoteTurn } from "./remote-turn.ts";

export class Running {
  readonly turn: RemoteTurn;
  readonly ended: Promise<Ending>;
  readonly #stop = new AbortController();
  #resolve: ((ending: Ending) => void) | undefined;
  isCancelled = false;

  constructor(turn: RemoteTurn) {
    this.turn = turn;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Aborts with its end. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  settle(ending: Ending): void {
    this.#resolve?.(ending);
    this.#stop.abort();
  }
}
