// The common part of `parley sessions undo`, `keep` and `redo`.
import { ParleyError, revealLine } from "@parley/base";
import type { CommandContext } from "../command.ts";
import { ExitCodes } from "../exit-codes.ts";
import { printJson, printNotice } from "../output/print.ts";
import { confirm } from "../questions/confirm.ts";
import { describeChange } from "./describe-changes.ts";
import type { AttachFlags } from "../server/attach.ts";
import { findHunks, nothingChanged, review, toChangedFile, type Reviewed } from "../changes/change-requests.ts";
import { withChanges, type ChangedSession } from "./session-changes.ts";

export interface ReviewFlags extends AttachFlags {
  readonly turn: number | undefined;
  readonly path: readonly string[];
  readonly hunk: readonly string[];
  readonly "dry-run": boolean;
  readonly force: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

const DONE = { undo: "restored", redo: "redone", keep: "kept" } as const;
const WILL = { undo: "To be undone", redo: "To be redone", keep: "To be kept" } as const;

export function runReview(
  action: Reviewed["action"],
  flags: ReviewFlags,
  named: string | undefined,
  context: CommandContext,
): Promise<number> {
  const numbers = readHunks(flags);
  return withChanges(flags, context, named, (session) => reviewSession(action, flags, numbers, session));
}

async function reviewSession(
  action: Reviewed["action"],
  flags: ReviewFlags,
  numbers: readonly number[],
  session: ChangedSession,
): Promise<number> {
  const { id, cwd, remote } = session;
  const selection = selectTurns(flags, numbers.length > 0);
  const { files, omitted } = await remote.request("changes/list", { id, ...selection });
  if (files.length === 0) throw nothingChanged(id);
  const paths = flags.path.length > 0 ? flags.path : undefined;
  const wanted = (paths === undefined ? files : files.filter(({ path }) => paths.includes(path))).map(toChangedFile);
  const question = [
    `${WILL[action]} in ${cwd}:`,
    ...wanted.map((file) => `  ${revealLine(describeChange(file))}`),
    ...(omitted === 0 ? [] : [`  and ${omitted} more`]),
  ].join("\n");
  if (flags["dry-run"]) {
    if (flags.json) printJson({ sessionId: id, cwd, files: wanted });
    else printNotice(question);
    return ExitCodes.endTurn;
  }
  // Scripts are not asked for confirmation, because the undo can itself be undone.
  const isAsking = action === "undo" && process.stderr.isTTY;
  if (isAsking && !(await confirm(`${question}\nContinue?`, flags.yes))) {
    printNotice("Nothing was changed.");
    return ExitCodes.endTurn;
  }
  const hunks =
    numbers.length === 0 ? {} : { hunks: await findHunks(remote, id, selection, paths?.[0] ?? "", numbers) };
  const request = { id, ...selection, ...(paths && { paths }), ...hunks, ...(flags.force && { force: true }) };
  const reviewed = await review(remote, action, request, () => printNotice("Waiting for the running turn to end."));
  const { left, before } = reviewed;
  const done = reviewed.files.map(({ path }) => path).toSorted();
  if (flags.json) {
    const name = action === "keep" ? "kept" : "restored";
    printJson({ sessionId: id, cwd, [name]: done, left, ...(before !== undefined && { before }) });
  } else printResult(action, done, left);
  return left.some(({ reason }) => reason !== "not_changed") ? ExitCodes.unexpected : ExitCodes.endTurn;
}

/** Hunks are numbered as in `parley sessions changes`: over one turn, or over all. */
function selectTurns({ turn }: ReviewFlags, isByHunk: boolean): { readonly turn?: string; readonly since?: string } {
  if (isByHunk) return turn === undefined ? {} : { turn: `${turn}` };
  return turn === undefined ? { turn: "last" } : { since: `${turn}` };
}

function readHunks({ hunk, path }: ReviewFlags): number[] {
  const numbers = hunk.map(Number);
  const bad = hunk.find((_, index) => !Number.isSafeInteger(numbers[index]) || (numbers[index] ?? 0) < 1);
  if (bad !== undefined) {
    throw new ParleyError({ code: "usage", message: `--hunk ${bad}: must be the number of a hunk, from 1` });
  }
  if (numbers.length > 0 && path.length !== 1) {
    throw new ParleyError({ code: "usage", message: "--hunk needs exactly one --path" });
  }
  return numbers;
}

const WHY: Readonly<Record<string, string>> = {
  changed_since: "changed since then (--force overwrites whole files)",
  not_changed: "the turn did not change it",
};

function printResult(action: Reviewed["action"], done: readonly string[], left: Reviewed["left"]): void {
  for (const path of done) printNotice(`${DONE[action]} ${revealLine(path)}`);
  for (const { path, hunk, reason, message } of left) {
    const why = hunk === undefined ? (WHY[reason] ?? message) : message;
    printNotice(`skipped ${revealLine(path)}: ${why}`);
  }
  if (done.length === 0 && left.length === 0) printNotice(`Nothing to ${action}.`);
}
