// Ctrl-C: once it stops or clears something, twice it leaves.
import { LEAVE_WAIT_MS } from "../limits.ts";

export class ExitConfirmation {
  readonly #onChange: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The first press is a moment ago. */
  get isArmed(): boolean {
    return this.#timer !== undefined;
  }

  arm(): void {
    this.disarm();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#onChange();
    }, LEAVE_WAIT_MS);
  }

  disarm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
