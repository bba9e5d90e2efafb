// Selects the files and hunks of a review, and those that need none.
import { ParleyError } from "@parley/base";
import type { Snapshots } from "@parley/machine";
import type { HunkState, LeftChange, ReviewAction, ReviewRequest } from "../api/file-changes.ts";
import { REVIEWED_MAX } from "../limits.ts";
import type { TurnChanges } from "./change-index.ts";
import type { FileSpan } from "./file-spans.ts";
import { readTexts } from "./file-texts.ts";
import type { ReviewTarget } from "./review-files.ts";
import type { FileReview, ReviewTable } from "./review-table.ts";

interface Chosen {
  readonly targets: readonly ReviewTarget[];
  readonly left: readonly LeftChange[];
}

interface ChooseOptions {
  readonly action: ReviewAction;
  readonly request: Pick<ReviewRequest, "paths" | "hunks">;
  readonly turns: readonly TurnChanges[];
  readonly spans: readonly FileSpan[];
  readonly table: ReviewTable;
  readonly snapshots: Snapshots;
}

export async function chooseTargets(options: ChooseOptions): Promise<Chosen> {
  const { action, request, spans, table } = options;
  const { paths, hunks } = request;
  if ((paths?.length ?? 0) > REVIEWED_MAX || (hunks?.length ?? 0) > REVIEWED_MAX) {
    throw new ParleyError({ code: "bad_input", message: `/paths: more than ${REVIEWED_MAX} files or hunks` });
  }
  if (hunks !== undefined && paths?.length !== 1) {
    throw new ParleyError({ code: "bad_input", message: "/hunks: needs exactly one path in paths" });
  }
  if (paths === undefined) {
    const all = spans.map((span) => ({ span, review: table.find(span), hunks: undefined, sparesKept: true }));
    return { targets: all.filter(({ review }) => isOpen(action, review)), left: [] };
  }
  const targets: ReviewTarget[] = [];
  const left: LeftChange[] = [];
  for (const path of new Set(paths)) {
    const span = spans.find((one) => one.path === path) ?? spans.find((one) => one.from === path);
    if (span === undefined) {
      left.push(await explainMissing(path, options));
      continue;
    }
    const review = table.find(span);
    const chosen = hunks === undefined ? chooseFile(action, span, review) : await chooseHunks(span, review, options);
    targets.push(...chosen.targets);
    left.push(...chosen.left);
  }
  return { targets, left };
}

/** If no files are named, kept changes are not undone. */
function isOpen(action: ReviewAction, { whole, hunks }: FileReview): boolean {
  const states = [whole, ...hunks.values()];
  return action === "redo" ? states.includes("undone") : states.includes("pending");
}

function chooseFile(action: ReviewAction, span: FileSpan, review: FileReview): Chosen {
  const refusal = review.hunks.size > 0 ? undefined : refuse(action, review.whole, review);
  if (refusal !== undefined) return { targets: [], left: [{ path: span.path, ...refusal }] };
  return { targets: [{ span, review, hunks: undefined }], left: [] };
}

async function chooseHunks(
  span: FileSpan,
  review: FileReview,
  { action, request, snapshots }: ChooseOptions,
): Promise<Chosen> {
  const texts = await readTexts(snapshots, span);
  const known = new Set(texts.hunks.map(({ id }) => id));
  const chosen: string[] = [];
  const left: LeftChange[] = [];
  for (const hunk of new Set(request.hunks)) {
    const refusal = known.has(hunk) ? refuse(action, review.hunks.get(hunk) ?? review.whole, review) : NO_HUNK;
    if (refusal === undefined) chosen.push(hunk);
    else left.push({ path: span.path, hunk, ...refusal });
  }
  if (chosen.length === 0) return { targets: [], left };
  // All hunks of a changed file are the whole file.
  const isWhole = chosen.length === known.size && span.change !== "modified";
  return { targets: [{ span, review, hunks: isWhole ? undefined : chosen }], left };
}

type Refusal = Pick<LeftChange, "reason" | "message">;

const NO_HUNK: Refusal = {
  reason: "not_changed",
  message: "The file has no such hunk: it was changed by a later turn, or the id is of another file",
};

function refuse(action: ReviewAction, state: HunkState, { actor }: FileReview): Refusal | undefined {
  const by = actor === undefined ? "" : ` by ${actor.person ?? actor.surface}`;
  if (action === "redo") {
    return state === "undone"
      ? undefined
      : { reason: "not_undone", message: "It was not undone, so nothing is redone" };
  }
  if (state === "undone") return { reason: "already_done", message: `It was already undone${by}` };
  return action === "keep" && state === "kept"
    ? { reason: "already_done", message: `It was already kept${by}` }
    : undefined;
}

/** A file that is in no snapshot may still have changed. */
async function explainMissing(path: string, { turns, snapshots }: ChooseOptions): Promise<LeftChange> {
  const last = turns.at(-1);
  const found = last === undefined ? undefined : await snapshots.read(last.after ?? last.before, path);
  if (found?.state !== "skipped") return { path, reason: "not_changed", message: "These turns did not change it" };
  const why = found.reason === "too_large" ? "it is larger than 8 MiB" : found.reason.replaceAll("_", " ");
  return { path, reason: "not_tracked", message: `No snapshot has it (${why}), so it cannot be undone` };
}
