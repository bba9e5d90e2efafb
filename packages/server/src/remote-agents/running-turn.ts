// A running turn, which ends at the first of several possible causes and then aborts its work.
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

  /** Aborts when the turn ends. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  settle(ending: Ending): void {
    this.#resolve?.(ending);
    this.#stop.abort();
  }
}
