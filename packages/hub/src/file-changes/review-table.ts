// What was kept, undone and redone so far, by file and turn.
import type { EventActor, ReviewEvent } from "@parley/acp";
import type { HunkState, ListedChange } from "../api/file-changes.ts";
import type { FileSpan } from "./file-spans.ts";

const STATES: Readonly<Record<string, HunkState>> = { keep: "kept", undo: "undone", redo: "pending" };

interface Step {
  readonly seq: number;
  readonly state: HunkState;
  readonly hunks: readonly string[] | undefined;
  readonly actor: EventActor | undefined;
}

/** The state of a file as a whole, and of hunks that differ from it. */
export interface FileReview {
  readonly whole: HunkState;
  readonly hunks: ReadonlyMap<string, HunkState>;
  /** Who reviewed it last. */
  readonly actor: EventActor | undefined;
}

export class ReviewTable {
  readonly #steps = new Map<string, Step[]>();

  constructor(reviews: readonly ReviewEvent[]) {
    for (const { seq, action, files, actor } of reviews) {
      const state = STATES[action];
      if (state === undefined) continue;
      for (const { path, turns, hunks } of files) {
        for (const turn of turns) this.#add(`${turn} ${path}`, { seq, state, hunks, actor });
      }
    }
  }

  /** A later turn that changes a file again makes it pending again, apart from the hunks that were kept. */
  find({ path, turns }: Pick<FileSpan, "path" | "turns">): FileReview {
    let whole: HunkState = "pending";
    const hunks = new Map<string, HunkState>();
    for (const turn of turns.slice(0, -1)) {
      for (const { state, hunks: ids } of this.#stepsOf(turn, path)) {
        if (ids === undefined) hunks.clear();
        else if (state === "kept") for (const id of ids) hunks.set(id, state);
        else for (const id of ids) hunks.delete(id);
      }
    }
    const steps = this.#stepsOf(turns.at(-1), path);
    for (const { state, hunks: ids } of steps) {
      if (ids === undefined) {
        whole = state;
        hunks.clear();
      } else for (const id of ids) hunks.set(id, state);
    }
    for (const [id, state] of hunks) if (state === whole) hunks.delete(id);
    return { whole, hunks, actor: steps.at(-1)?.actor };
  }

  /** Whether all that this turn did to a file was kept before that event. */
  isKept(path: string, turn: number | undefined, seq: number): boolean {
    const last = this.#stepsOf(turn, path).findLast((step) => step.seq < seq);
    return last?.state === "kept" && last.hunks === undefined;
  }

  #stepsOf(turn: number | undefined, path: string): readonly Step[] {
    return this.#steps.get(`${turn} ${path}`) ?? [];
  }

  #add(key: string, step: Step): void {
    const steps = this.#steps.get(key);
    if (steps === undefined) this.#steps.set(key, [step]);
    else steps.push(step);
  }
}

export function toListed(span: FileSpan, { whole, hunks }: FileReview): ListedChange {
  const { before: _before, after: _after, ...listed } = span;
  return { ...listed, state: hunks.size === 0 ? whole : "partial" };
}
