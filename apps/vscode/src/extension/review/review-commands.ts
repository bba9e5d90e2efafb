// The commands of the review. Each finds out what is meant: a lens, a gutter mark, a row of the list, or the cursor.
import { hunkAt, hunksWithin, nextHunk, type LineRange } from "@parley/review";
import * as vscode from "vscode";
import type { EditorCommandId } from "../contributions.ts";
import type { FileReviews, ShownReview } from "./file-reviews.ts";
import type { ReviewActions } from "./review-actions.ts";
import type { ReviewedResource } from "./review-list.ts";
import { fromBaseUri, BASE_SCHEME } from "./base-files.ts";
import type { ReviewedFile, Reviews } from "./reviews.ts";
import { confirm, showInformation } from "../notices/notices.ts";

interface ReviewParts {
  readonly reviews: Reviews;
  readonly files: FileReviews;
  readonly actions: ReviewActions;
}

type Args = readonly unknown[];
type ReviewCommand = (parts: ReviewParts, ...args: Args) => unknown;

const diffs = () => import("./open-diffs.ts");

export const REVIEW_COMMANDS: Readonly<Partial<Record<EditorCommandId, ReviewCommand>>> = {
  "acp.keepChange": (parts, ...args) => onHunks(parts, args, (file, hunks) => parts.actions.keep(file, hunks)),
  "acp.undoChange": (parts, ...args) => onHunks(parts, args, (file, hunks) => parts.actions.undo(file, hunks)),
  "acp.undoChangeNow": (parts, ...args) => onHunks(parts, args, (file, hunks) => parts.actions.undo(file, hunks, true)),
  "acp.cancelUndo": (parts, ...args) =>
    onHunks(parts, args, async (file, hunks) => hunks.forEach((hunk) => parts.actions.cancelUndo(file, hunk))),
  "acp.keepFile": (parts, ...args) => onFiles(parts, args, (file) => parts.actions.keep(file)),
  "acp.undoFile": (parts, ...args) => onFiles(parts, args, (file) => parts.actions.undo(file, undefined)),
  "acp.keepAll": ({ reviews, actions }, session) => forEach(openOf(reviews, session), (file) => actions.keep(file)),
  "acp.undoAll": ({ reviews, actions }, session) => undoAll(openOf(reviews, session), actions),
  "acp.nextChange": (parts) => reveal(parts, "next"),
  "acp.previousChange": (parts) => reveal(parts, "previous"),
  "acp.openDiff": (parts, ...args) => onFiles(parts, args, async (file) => (await diffs()).openDiff(file)),
  "acp.openFile": (parts, ...args) =>
    onFiles(parts, args, async ({ uri }) => void (await vscode.commands.executeCommand("vscode.open", uri))),
  "acp.reviewChanges": ({ reviews }, session) => reviewAll(openOf(reviews, session)),
};

/** Of the editor's gutter: lines are counted from 1, and an empty range ends before it starts. */
interface GutterChange {
  readonly modifiedStartLineNumber: number;
  readonly modifiedEndLineNumber: number;
}

async function onHunks(
  { reviews, files }: ReviewParts,
  args: Args,
  run: (file: ReviewedFile, hunks: readonly string[]) => Promise<void>,
): Promise<void> {
  const uri = uriOf(args[0]);
  const document = vscode.workspace.textDocuments.find((one) => one.uri.fsPath === uri?.fsPath && isOurs(one.uri));
  const shown = document && files.of(document);
  if (typeof args[1] === "string") {
    const file = uri && reviews.find(uri);
    if (file !== undefined) await run(file, [args[1]]);
    return;
  }
  if (shown === undefined) return;
  const ids = chooseHunks(shown, args);
  if (ids.length > 0) await run(shown.file, ids);
}

function chooseHunks({ review: { open } }: ShownReview, args: Args): readonly string[] {
  const [, changes, index] = args;
  if (Array.isArray(changes) && typeof index === "number") {
    const range = toRange(changes[index] as GutterChange | undefined);
    return range === undefined ? [] : hunksWithin(open, range).map(({ id }) => id);
  }
  const line = lineOf(args[0]) ?? vscode.window.activeTextEditor?.selection.active.line;
  const hunk = line === undefined ? undefined : hunkAt(open, line);
  return hunk === undefined ? [] : [hunk.id];
}

function toRange(change: GutterChange | undefined): LineRange | undefined {
  if (change === undefined) return undefined;
  const { modifiedStartLineNumber: first, modifiedEndLineNumber: last } = change;
  // Removed lines: after this line.
  return last === 0 ? { start: first, end: first } : { start: first - 1, end: last };
}

async function onFiles(
  { reviews }: ReviewParts,
  args: Args,
  run: (file: ReviewedFile) => Promise<unknown>,
): Promise<void> {
  const rows = args.flat().flatMap((arg) => (isRow(arg) ? arg.file : []));
  const uri = rows.length > 0 ? undefined : uriOf(args[0]);
  const one = uri && reviews.find(uri);
  await forEach(one === undefined ? rows : [one], run);
}

function isRow(value: unknown): value is ReviewedResource {
  return typeof value === "object" && value !== null && "file" in value && "resourceUri" in value;
}

/** What a lens, a menu or the gutter gives, else the document at the cursor. */
function uriOf(arg: unknown): vscode.Uri | undefined {
  const uri =
    arg instanceof vscode.Uri ? arg : isUriHolder(arg) ? arg.uri : vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === BASE_SCHEME ? fromBaseUri(uri) : uri;
}

/** The menu of line numbers gives the line as well, counted from 1. */
function lineOf(arg: unknown): number | undefined {
  const line = isUriHolder(arg) ? arg.lineNumber : undefined;
  return line === undefined ? undefined : line - 1;
}

function isUriHolder(arg: unknown): arg is { readonly uri: vscode.Uri; readonly lineNumber?: number } {
  return typeof arg === "object" && arg !== null && "uri" in arg && arg.uri instanceof vscode.Uri;
}

function isOurs({ scheme }: vscode.Uri): boolean {
  return scheme !== BASE_SCHEME;
}

async function reveal({ files }: ReviewParts, direction: "next" | "previous"): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return;
  const open = files.of(editor.document)?.review.open ?? [];
  const hunk = nextHunk(open, editor.selection.active.line, direction);
  if (hunk === undefined) return;
  const at = editor.document.validatePosition(new vscode.Position(hunk.start, 0));
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Of one session, if its id is given; else of all. */
function openOf({ open }: Reviews, session: unknown): readonly ReviewedFile[] {
  return typeof session === "string" ? open.filter(({ sessionId }) => sessionId === session) : open;
}

async function undoAll(open: readonly ReviewedFile[], actions: ReviewActions): Promise<void> {
  if (open.length === 0) return;
  const yes = vscode.l10n.t("Undo All");
  const message = vscode.l10n.t("Undo all changes of the agent that are not kept, in {0} files?", open.length);
  if ((await confirm(message, [yes])) !== yes) return;
  await forEach(open, (file) => actions.undo(file, undefined));
}

async function reviewAll(open: readonly ReviewedFile[]): Promise<void> {
  if (open.length > 0) return (await diffs()).openAllDiffs(open);
  void showInformation(vscode.l10n.t("Nothing to review."));
}

async function forEach(files: readonly ReviewedFile[], run: (file: ReviewedFile) => Promise<unknown>): Promise<void> {
  for (const file of files) await run(file);
}
