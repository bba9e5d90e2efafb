// Stands in for the chat while it loads: the agent starts first, and its questions and reports wait until the chat is ready.
import type { Log } from "@parley/base";
import type { Ask } from "@parley/client";

/** Maximum number of log entries that are held until the chat reads them. */
const ENTRIES_MAX = 100;

export class DeferredAsk {
  readonly ask: Ask;
  readonly log: Log;
  #arrive: (there: { readonly ask: Ask; readonly log: Log }) => void = () => undefined;
  #log: Log | undefined;
  #waiting: Parameters<Log["write"]>[] = [];

  constructor() {
    const there = new Promise<{ readonly ask: Ask }>((resolve) => {
      this.#arrive = resolve;
    });
    this.ask = {
      permission: async (question, signal) => (await there).ask.permission(question, signal),
      elicitation: async (question, signal) => (await there).ask.elicitation(question, signal),
      elicitationCompleted: (id) => void there.then(({ ask }) => ask.elicitationCompleted?.(id)),
    };
    this.log = {
      write: (...entry) => {
        if (this.#log !== undefined) this.#log.write(...entry);
        else if (this.#waiting.length < ENTRIES_MAX) this.#waiting.push(entry);
      },
    };
  }

  arrive(ask: Ask, log: Log): void {
    this.#log = log;
    for (const entry of this.#waiting) log.write(...entry);
    this.#waiting = [];
    this.#arrive({ ask, log });
  }
}
