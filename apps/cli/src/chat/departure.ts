// Leaving the chat: while a turn runs, the user decides what to do with it.
import { confirmLeave } from "./confirm-leave.ts";
import type { ChatActions } from "./commands/command.ts";

export interface DepartureOptions {
  readonly actions: ChatActions;
  /** Whether choices are numbered, because the terminal has no single-key input; then leaving asks no question. */
  readonly isNumbered: () => boolean;
  readonly end: () => void;
}

export class Departure {
  readonly #options: DepartureOptions;
  #isAsking = false;

  constructor(options: DepartureOptions) {
    this.#options = options;
  }

  /** A second attempt to leave during the confirmation does not ask again. */
  leave(): void {
    const { actions, isNumbered, end } = this.#options;
    const isAsked = actions.session?.isRunning === true && !isNumbered();
    if (!isAsked || this.#isAsking) end();
    else void actions.attempt(() => this.#confirm());
  }

  /** The turn ended before the user answered, so the question is closed. */
  leaveIfOver(): void {
    if (this.#isAsking && this.#options.actions.session?.isRunning === false) this.#options.end();
  }

  async #confirm(): Promise<void> {
    this.#isAsking = true;
    try {
      if (await confirmLeave(this.#options.actions)) this.#options.end();
    } finally {
      this.#isAsking = false;
    }
  }
}
