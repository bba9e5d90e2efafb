// Describes the files that a turn changed, and how to undo the changes.
import { asInvoked } from "@parley/base";
import type { ChangedFile } from "@parley/acp";

/** As in the result of a run. */
interface Changed {
  readonly changedFiles: readonly ChangedFile[];
  readonly changedFilesOmitted?: number | undefined;
  readonly sessionId?: string | undefined;
}

const FILES_SHOWN_MAX = 20;

export function describeChanges({ changedFiles, changedFilesOmitted = 0, sessionId }: Changed): readonly string[] {
  const count = changedFiles.length + changedFilesOmitted;
  if (count === 0) return [];
  const shown = changedFiles.slice(0, FILES_SHOWN_MAX);
  const more = count - shown.length;
  return [
    `Changed ${count} ${count === 1 ? "file" : "files"}:`,
    ...shown.map((file) => `  ${describeChange(file)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(sessionId === undefined ? [] : [asInvoked(`To undo: parley sessions undo ${sessionId}`)]),
  ];
}

export function describeChange(file: ChangedFile): string {
  const { path, change, from, linesAdded, linesRemoved } = file;
  const lines =
    linesAdded === undefined && linesRemoved === undefined ? "" : ` (+${linesAdded ?? 0} -${linesRemoved ?? 0})`;
  const origin = from === undefined ? "" : ` from ${from}`;
  return `${change} ${path}${origin}${lines}${describeUnapproved(file)}`;
}

function describeUnapproved({ isUncovered, differsFromApproved }: ChangedFile): string {
  if (isUncovered !== true) return "";
  return differsFromApproved === true ? " — differs from what you approved" : " — not approved";
}
