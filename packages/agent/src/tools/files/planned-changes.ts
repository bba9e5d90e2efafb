// Prepared changes to files that are not made yet. The calls of one step are prepared together and build on each other.
import type { PathFacts } from "@parley/policy";
import { PLANNED_CHANGES_MAX } from "../../limits.ts";
import type { ToolContext } from "../tool-context.ts";

/** The resulting content of a file; undefined if it does not apply, or the file is missing. */
type Apply = (text: string | undefined) => string | undefined;

export interface PlannedChange {
  /** It was made, or failed. Never set if it was not allowed. */
  readonly over: Promise<void>;
  readonly apply: Apply;
  readonly finish: () => void;
}

export class PlannedChanges implements AsyncDisposable {
  /** In the order of the calls. */
  readonly #byFile = new Map<string, PlannedChange[]>();
  #last: Promise<unknown> = Promise.resolve();

  /** Calls are prepared in parallel, but those that change files one after the other, in order. */
  inOrder<Value>(prepare: () => Promise<Value>): Promise<Value> {
    const mine = this.#last.then(prepare, prepare);
    this.#last = mine;
    return mine;
  }

  add({ real }: PathFacts, apply: Apply): PlannedChange {
    let finish: (() => void) | undefined;
    const over = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const change: PlannedChange = { over, apply, finish: () => this.#finish(real, change, finish) };
    this.#byFile.set(real, [...(this.#byFile.get(real) ?? []), change].slice(-PLANNED_CHANGES_MAX));
    return change;
  }

  /** The file after all planned changes. Undefined if none is planned, or they no longer apply. */
  project({ real }: PathFacts, text: string | undefined): string | undefined {
    const planned = this.#byFile.get(real) ?? [];
    if (planned.length === 0) return undefined;
    return planned.reduce<string | undefined>((before, { apply }) => apply(before), text);
  }

  /** Earlier changes that are not made yet. */
  before({ real }: PathFacts, change: PlannedChange): readonly PlannedChange[] {
    const planned = this.#byFile.get(real) ?? [];
    return planned.slice(0, Math.max(0, planned.indexOf(change)));
  }

  /** The model has read the file, so changes that are not allowed by now never will be. */
  forget({ real }: PathFacts): void {
    this.#byFile.delete(real);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#byFile.clear();
  }

  #finish(real: string, change: PlannedChange, resolve: (() => void) | undefined): void {
    resolve?.();
    // Questions are answered in order, so an earlier change that is not made by now was rejected, or is in progress.
    const planned = this.#byFile.get(real) ?? [];
    const rest = planned.slice(planned.indexOf(change) + 1);
    if (rest.length === 0) this.#byFile.delete(real);
    else this.#byFile.set(real, rest);
  }
}

export function plannedChanges(context: ToolContext): PlannedChanges {
  return context.resource("planned-changes", () => new PlannedChanges());
}
