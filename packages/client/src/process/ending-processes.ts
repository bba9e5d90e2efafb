// Processes that are being ended: the next one is started when they are gone.
import type { ReportProblem } from "../agent-problem.ts";

export class EndingProcesses {
  readonly #report: ReportProblem;
  /** Settles when all of them are gone. */
  done: Promise<void> = Promise.resolve();

  constructor(report: ReportProblem) {
    this.#report = report;
  }

  /** The promise resolves with the pids that could not be ended. */
  add(ending: Promise<readonly number[]>): void {
    this.done = this.#after(this.done, ending);
  }

  async #after(before: Promise<void>, ending: Promise<readonly number[]>): Promise<void> {
    const pids = await ending;
    if (pids.length > 0) this.#report({ kind: "survivors", pids });
    await before;
  }
}
