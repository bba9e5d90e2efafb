// A set of listeners. A listener that throws does not affect the others.
import type { ReportProblem } from "./agent-problem.ts";

export class Listeners<Item> {
  readonly #listeners = new Set<(item: Item) => void>();
  readonly #report: ReportProblem;

  constructor(report: ReportProblem) {
    this.#report = report;
  }

  /** Returns a function that removes it. */
  add(listener: (item: Item) => void): () => void {
    // A wrapper, so that a listener may be added twice.
    const own = (item: Item): void => listener(item);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  emit(item: Item): void {
    for (const listener of this.#listeners) {
      try {
        listener(item);
      } catch (cause) {
        this.#report({ kind: "listener_failed", cause });
      }
    }
  }
}
