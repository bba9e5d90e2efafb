// Signals changes of a turn.
import type { Hub } from "@parley/hub";

export class Changes {
  readonly #signal: AbortSignal;
  readonly #stop: () => void;
  readonly #note = (): void => {
    this.#hasChanged = true;
    this.#wake?.();
  };
  #hasChanged = false;
  #wake: (() => void) | undefined;

  /** An aborted signal is a change, too. */
  constructor(hub: Hub, turnId: string, signal: AbortSignal) {
    this.#signal = signal;
    this.#stop = hub.turns.onChange(({ id }) => {
      if (id === turnId) this.#note();
    });
    signal.addEventListener("abort", this.#note, { once: true });
  }

  /** Resolves at once if there was a change since the last time. */
  async next(): Promise<void> {
    if (!this.#hasChanged && !this.#signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#wake = undefined;
    this.#hasChanged = false;
  }

  close(): void {
    this.#stop();
    this.#signal.removeEventListener("abort", this.#note);
  }
}
