// Undoes and redoes changes on the disk: whole files by their snapshots, hunks by their lines.
import type { Restored, Snapshots } from "@parley/machine";
import type { HunkState, LeftChange, ReviewAction } from "../api/file-changes.ts";
import type { FileSpan } from "./file-spans.ts";
import { explainOld, readTexts, type FileTexts } from "./file-texts.ts";
import type { FileReview } from "./review-table.ts";

export interface ReviewTarget {
  readonly span: FileSpan;
  readonly review: FileReview;
  /** Ids; undefined: the whole file. */
  readonly hunks: readonly string[] | undefined;
  /** The file was not named, so kept hunks are skipped. */
  readonly sparesKept?: boolean | undefined;
}

export interface ReviewedTarget {
  readonly span: FileSpan;
  readonly hunks?: readonly string[] | undefined;
}

export interface FileOutcome {
  readonly done: readonly ReviewedTarget[];
  readonly left: readonly LeftChange[];
  /** The snapshot from before the first file was written. */
  readonly before: string | undefined;
}

type Direction = Exclude<ReviewAction, "keep">;

const CHANGED_SINCE = "It was changed since, so it is left as it is";
const EDITED_SINCE = "These lines were edited since, or occur more than once, so they were skipped";
const GONE = "The file was deleted, or is not a text file";

export class FileReviewer {
  readonly #snapshots: Snapshots;
  readonly #direction: Direction;
  readonly #force: boolean;
  readonly #done: ReviewedTarget[] = [];
  readonly #left: LeftChange[] = [];
  #before: string | undefined;

  constructor(snapshots: Snapshots, direction: Direction, force: boolean) {
    this.#snapshots = snapshots;
    this.#direction = direction;
    this.#force = force;
  }

  async run(targets: readonly ReviewTarget[]): Promise<FileOutcome> {
    /** By their snapshots. */
    const whole = new Map<string, ReviewTarget[]>();
    for (const target of targets) {
      if (target.hunks !== undefined) await this.#reviewHunks(target, target.hunks);
      else if (target.review.hunks.size > 0) await this.#reviewRest(target);
      else {
        const key = `${target.span.before} ${target.span.after}`;
        const group = whole.get(key);
        if (group === undefined) whole.set(key, [target]);
        else group.push(target);
      }
    }
    for (const group of whole.values()) await this.#restore(group);
    return { done: this.#done, left: this.#left, before: this.#before };
  }

  /** Each hunk separately. */
  async #reviewHunks({ span, review }: ReviewTarget, ids: readonly string[]): Promise<void> {
    const texts = await readTexts(this.#snapshots, span);
    const { done, isGone } = await this.#revise(span, texts, review, ids, false);
    if (done.length > 0) this.#done.push({ span, hunks: done });
    for (const hunk of ids.filter((id) => !done.includes(id))) {
      this.#left.push({
        path: span.path,
        hunk,
        reason: isGone ? "gone" : "changed_since",
        message: isGone ? GONE : EDITED_SINCE,
      });
    }
  }

  /** The rest of a file that was partly reviewed. */
  async #reviewRest(target: ReviewTarget): Promise<void> {
    const { span, review } = target;
    const texts = await readTexts(this.#snapshots, span);
    const idsOf = (fits: (state: HunkState) => boolean): string[] =>
      texts.hunks.flatMap(({ id }) => (fits(review.hunks.get(id) ?? review.whole) ? id : []));
    const isSpared = (state: HunkState): boolean => state === "kept" && target.sparesKept === true;
    const spared = this.#direction === "undo" ? idsOf(isSpared) : [];
    const wanted = idsOf((state) => (state === "undone") === (this.#direction === "redo") && !isSpared(state));
    const { done } = await this.#revise(span, texts, review, wanted, spared.length === 0);
    if (done.length === wanted.length) this.#done.push(spared.length === 0 ? { span } : { span, hunks: done });
    else if (this.#force && spared.length === 0) await this.#restore([target]);
    else this.#leave(span, "changed_since", CHANGED_SINCE);
  }

  async #restore(targets: readonly ReviewTarget[]): Promise<void> {
    const [first] = targets;
    if (first === undefined) return;
    const { restored, left } = await this.#restoreSpans(first.span, targets);
    const reasons = new Map(left.map((one) => [one.path, one]));
    for (const { span, review } of targets) {
      const problem = reasons.get(span.path) ?? reasons.get(span.from ?? "");
      if (restored.includes(span.path) || restored.includes(span.from ?? "")) this.#done.push({ span });
      else if (problem?.reason === "failed") this.#leave(span, "failed", problem.error?.message ?? "It failed");
      else if (await this.#isRevised(span, review)) this.#done.push({ span });
      else this.#leave(span, "changed_since", CHANGED_SINCE);
    }
  }

  async #restoreSpans({ before, after, turns }: FileSpan, targets: readonly ReviewTarget[]): Promise<Restored> {
    const paths = targets.flatMap(({ span }) => [span.path, ...(span.from === undefined ? [] : [span.from])]);
    const [to, from] = this.#direction === "undo" ? [before, after] : [after ?? before, before];
    try {
      const restored = await this.#snapshots.restore(to, { from, paths, overwrite: this.#force });
      this.#before ??= restored.undo;
      return restored;
    } catch (error) {
      throw explainOld(error, turns);
    }
  }

  /** A text that was changed elsewhere since, but whose own hunks are all found. */
  async #isRevised(span: FileSpan, review: FileReview): Promise<boolean> {
    if (span.change !== "modified") return false;
    const texts = await readTexts(this.#snapshots, span);
    const ids = texts.hunks.map(({ id }) => id);
    return ids.length > 0 && (await this.#revise(span, texts, review, ids, true)).done.length === ids.length;
  }

  async #revise(
    span: FileSpan,
    { before, after, hunks }: FileTexts,
    review: FileReview,
    ids: readonly string[],
    isWhole: boolean,
  ): Promise<{ readonly done: readonly string[]; readonly isGone: boolean }> {
    if (before === undefined || after === undefined) return { done: [], isGone: false };
    const isUndone = ({ id }: { readonly id: string }): boolean => (review.hunks.get(id) ?? review.whole) === "undone";
    const { done, isGone, undo } = await this.#snapshots.revise({
      path: span.path,
      before,
      after,
      undone: hunks.flatMap((hunk, number) => (isUndone(hunk) ? number : [])),
      chosen: hunks.flatMap(({ id }, number) => (ids.includes(id) ? number : [])),
      direction: this.#direction,
      isWhole,
    });
    if (done.length > 0) this.#before ??= undo;
    return { done: done.flatMap((number) => hunks[number]?.id ?? []), isGone };
  }

  #leave({ path }: FileSpan, reason: LeftChange["reason"], message: string): void {
    this.#left.push({ path, reason, message });
  }
}
