// What was kept, undone and redone so far, by file and turn.
import type { EventActor, ReviewEvent } from "@parley/acp";
import type { HunkState, ListedChange } from "../api/file-changes.ts";
import type { FileSpan } from "./file-spans.ts";

const STATES: Readonly<Record<string, HunkState>> = { keep: "kept", undo: "undone", redo: "pending" };

interface Step {
  readonly state: HunkState;
  readonly hunks: readonly string[] | undefined;
  readonly actor: EventActor | undefined;
}

/** The state of a file: that of the whole, and of the hunks that differ from it. */
export interface FileReview {
  readonly whole: HunkState;
  readonly hunks: ReadonlyMap<string, HunkState>;
  /** Who reviewed it last. */
  readonly actor: EventActor | undefined;
}

export class ReviewTable {
  readonly #steps = new Map<string, Step[]>();

  constructor(reviews: readonly ReviewEvent[]) {
    for (const { action, files, actor } of reviews) {
      const state = STATES[action];
      if (state === undefined) continue;
      for (const { path, turns, hunks } of files) {
        for (const turn of turns) this.#add(`${turn} ${path}`, { state, hunks, actor });
      }
    }
  }

  /** A later turn that changes a file again makes it pending again. */
  find({ path, turns }: Pick<FileSpan, "path" | "turns">): FileReview {
    let whole: HunkState = "pending";
    const hunks = new Map<string, HunkState>();
    const steps = this.#steps.get(`${turns.at(-1)} ${path}`) ?? [];
    for (const { state, hunks: ids } of steps) {
      if (ids === undefined) {
        whole = state;
        hunks.clear();
      } else for (const id of ids) hunks.set(id, state);
    }
    for (const [id, state] of hunks) if (state === whole) hunks.delete(id);
    return { whole, hunks, actor: steps.at(-1)?.actor };
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
