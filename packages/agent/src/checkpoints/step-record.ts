// The steps of a session, in memory and on disk. If writing fails, the user gets a notice, and steps can be undone until the agent exits.
import type { Log } from "@parley/base";
import { messageOf } from "../text/sentences.ts";
import type { Notice } from "./notices.ts";
import { loadSteps, saveSteps } from "./steps-file.ts";
import { noSteps, type Steps } from "./steps.ts";

export class StepRecord {
  readonly path: string;
  readonly #notice: Notice;
  readonly #log: Log;
  #steps: Steps | undefined;
  /** A file that cannot be read is not overwritten. */
  #isReadOnly = false;
  #hasTold = false;

  constructor(path: string, notice: Notice, log: Log) {
    this.path = path;
    this.#notice = notice;
    this.#log = log;
  }

  async read(): Promise<Steps> {
    this.#steps ??= await this.#load();
    return this.#steps;
  }

  async write(steps: Steps): Promise<void> {
    const isNothing = this.#steps === noSteps && steps === noSteps;
    this.#steps = steps;
    if (this.#isReadOnly || isNothing) return;
    try {
      this.#steps = await saveSteps(this.path, steps);
    } catch (cause) {
      this.#tell(cause);
    }
  }

  async #load(): Promise<Steps> {
    try {
      const { steps, damage } = await loadSteps(this.path);
      if (damage === undefined) return steps;
      this.#log.write("warn", "reading the steps of a session failed", { damage });
      this.#notice(
        "warning",
        `Earlier changes of this session cannot be undone: its checkpoint file is damaged (${damage})`,
      );
    } catch (cause) {
      this.#isReadOnly = true;
      this.#tell(cause);
    }
    return noSteps;
  }

  /** Reported once. */
  #tell(cause: unknown): void {
    this.#log.write("warn", "saving the steps of a session failed", { cause });
    if (this.#hasTold) return;
    this.#hasTold = true;
    const why = messageOf(cause);
    this.#notice("warning", `${why}. They are kept in memory until the agent exits`);
  }
}
