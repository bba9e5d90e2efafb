// Lists all files of turns whose events list only some of them.
import type { ChangedFile } from "@parley/acp";
import type { FileChange, Snapshots } from "@parley/machine";
import type { TurnChanges } from "./change-index.ts";

const CHANGES = { added: "added", changed: "modified", deleted: "deleted", renamed: "renamed" } as const;

export function readAllFiles(snapshots: Snapshots, turns: readonly TurnChanges[]): Promise<readonly TurnChanges[]> {
  return Promise.all(turns.map((turn) => readAll(snapshots, turn)));
}

async function readAll(snapshots: Snapshots, turn: TurnChanges): Promise<TurnChanges> {
  const { files: listed, before, after, omitted } = turn;
  if (omitted === 0 || after === undefined) return turn;
  const known = new Set(listed.map(({ path }) => path));
  const { files } = await snapshots.diff(before, after, { lines: false });
  return { ...turn, files: [...listed, ...files.filter(({ path }) => !known.has(path)).map(toChangedFile)] };
}

function toChangedFile({ kind, path, oldPath }: FileChange): ChangedFile {
  return { path, change: CHANGES[kind], ...(oldPath !== undefined && { from: oldPath }) };
}
