// Changes to files that were prepared and are not made yet: the calls of one step are prepared together, and build on each other.
import type { PathFacts } from "@parley/policy";
import { PLANNED_CHANGES_MAX } from "../../limits.ts";
import type { ToolContext } from "../tool-context.ts";

/** What it would make of a file; undefined where it does not fit, or there is no file. */
type Apply = (text: string | undefined) => string | undefined;

export interface PlannedChange {
  /** It was made, or failed. One that was never allowed is never over. */
  readonly over: Promise<void>;
  readonly apply: Apply;
  readonly finish: () => void;
}

export class PlannedChanges implements AsyncDisposable {
  /** In the order in which they were asked for. */
  readonly #byFile = new Map<string, PlannedChange[]>();
  #last: Promise<unknown> = Promise.resolve();

  /** Calls are prepared side by side; those that change files one after the other, in the order of the calls. */
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

  /** The file as it would be after all of them. Undefined if none is planned, or they do not fit any more. */
  project({ real }: PathFacts, text: string | undefined): string | undefined {
    const planned = this.#byFile.get(real) ?? [];
    if (planned.length === 0) return undefined;
    return planned.reduce<string | undefined>((before, { apply }) => apply(before), text);
  }

  /** Those that were asked for earlier and are not made yet. */
  before({ real }: PathFacts, change: PlannedChange): readonly PlannedChange[] {
    const planned = this.#byFile.get(real) ?? [];
    return planned.slice(0, Math.max(0, planned.indexOf(change)));
  }

  /** The model has looked at the file: what was not allowed by now will not be. */
  forget({ real }: PathFacts): void {
    this.#byFile.delete(real);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#byFile.clear();
  }

  #finish(real: string, change: PlannedChange, resolve: (() => void) | undefined): void {
    resolve?.();
    // Questions are answered in their order: what was asked for before this and is not made by now was not allowed, or is under way.
    const planned = this.#byFile.get(real) ?? [];
    const rest = planned.slice(planned.indexOf(change) + 1);
    if (rest.length === 0) this.#byFile.delete(real);
    else this.#byFile.set(real, rest);
  }
}

export function plannedChanges(context: ToolContext): PlannedChanges {
  return context.resource("planned-changes", () => new PlannedChanges());
}
