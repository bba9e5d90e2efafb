// Keys that do something else when they are pressed twice: Ctrl-C leaves, Esc edits an earlier prompt.
import { LEAVE_WAIT_MS } from "../limits.ts";

export class PressAgain {
  readonly #onChange: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The first press was a moment ago. */
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

/** The effect of the next press; undefined if no key was pressed. */
export function describePressAgain(exit: PressAgain, escape: PressAgain, text: string): string | undefined {
  if (exit.isArmed) return "Ctrl-C again to quit";
  if (!escape.isArmed) return undefined;
  return text === "" ? "Esc again to edit an earlier prompt" : "Esc again to clear the input";
}
