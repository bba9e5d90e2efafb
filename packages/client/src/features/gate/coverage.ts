// Records what was allowed in a turn, to find unapproved changes.
//
// An allowed write, delete or move covers its path and what is below it. Where a person was shown the text that a file would get, the
// file is covered only if it has that text. An allowed command, or a tool call that names no files, may have changed anything while it
// ran: it covers every change that was made in that time, whatever made it. After a person chose "always", the agent does not ask
// again, so every later change of the session counts as covered.
import { COARSE_STAMP_LAG_MS, COVERED_PATHS_MAX, STAMP_LAG_MS } from "../../limits.ts";
import { isBelow } from "../paths.ts";
import { ApprovedTexts } from "./approved-texts.ts";

export interface ChangedPath {
  /** Absolute, without links. */
  readonly real: string;
  /** When the file was last changed; undefined if it is gone, and the time is not known. */
  readonly changedAtMs: number | undefined;
}

/** A time span in which something ran that may have changed any file. */
export interface Run {
  readonly startedAtMs: number;
  endedAtMs: number | undefined;
  /** A terminal may outlive its turn; what the agent runs itself is not reported after it. */
  readonly outlivesTurn: boolean;
}

export class Coverage {
  #paths = new Set<string>();
  #texts = new Map<string, ApprovedTexts>();
  #runs: Run[] = [];
  #isEverything = false;
  #isFull = false;

  /** Forgets what ended with the last turn. */
  beginTurn(): void {
    this.#paths = new Set();
    this.#texts = new Map();
    this.#runs = this.#runs.filter((run) => run.outlivesTurn && run.endedAtMs === undefined);
    this.#isFull = false;
  }

  addPath(real: string): void {
    if (this.#paths.size >= COVERED_PATHS_MAX) this.#isFull = true;
    else this.#paths.add(real);
  }

  /** The texts of a file that were approved in this turn; from now on the path alone does not cover it. */
  limitToTexts(real: string): ApprovedTexts {
    const texts = this.#texts.get(real) ?? new ApprovedTexts();
    if (this.#texts.size < COVERED_PATHS_MAX) this.#texts.set(real, texts);
    else this.#isFull = true;
    return texts;
  }

  /** Undefined unless the file is covered by its texts only. */
  approvedTexts(real: string): ApprovedTexts | undefined {
    return this.#paths.has(real) ? undefined : this.#texts.get(real);
  }

  /** Uses the system clock, as file times do. */
  startRun(outlivesTurn: boolean): Run {
    const run: Run = { startedAtMs: Date.now(), endedAtMs: undefined, outlivesTurn };
    if (this.#runs.length >= COVERED_PATHS_MAX) this.#isFull = true;
    else this.#runs.push(run);
    return run;
  }

  endRun(run: Run): void {
    run.endedAtMs ??= Date.now();
  }

  /** The agent will not ask again. */
  addEverything(): void {
    this.#isEverything = true;
  }

  covers(changed: ChangedPath): boolean {
    if (this.#isEverything || this.#isFull || this.isRun(changed)) return true;
    return this.approvedTexts(changed.real) === undefined && this.#isNamed(changed.real);
  }

  /** Whether something that was allowed to change anything ran at that time. */
  isRun({ changedAtMs }: ChangedPath): boolean {
    return this.#runs.some((run) => isWithin(run, changedAtMs));
  }

  #isNamed(real: string): boolean {
    if (this.#paths.has(real)) return true;
    for (const path of this.#paths) if (isBelow(path, real)) return true;
    return false;
  }
}

function isWithin({ startedAtMs, endedAtMs }: Run, atMs: number | undefined): boolean {
  if (atMs === undefined) return true;
  const lagMs = atMs % 1_000 === 0 ? COARSE_STAMP_LAG_MS : STAMP_LAG_MS;
  return atMs + lagMs >= startedAtMs && (endedAtMs === undefined || atMs - lagMs <= endedAtMs);
}
