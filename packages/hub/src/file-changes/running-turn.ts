// The files that a running turn has changed so far: those that its tool calls name, compared with the snapshot before
// it. Changes made only by commands are found when the turn is over.
import type { ChangedFile } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { Snapshots, StoredFile } from "@parley/machine";
import type { TurnChanges } from "./change-index.ts";
import type { WritingCall } from "./tool-calls.ts";

export async function readRunningTurn(
  snapshots: Snapshots,
  running: Pick<TurnChanges, "number" | "promptSeq" | "before">,
  calls: readonly WritingCall[],
): Promise<TurnChanges> {
  const paths = new Set(calls.flatMap((call) => [...call.paths]));
  const files: ChangedFile[] = [];
  for (const path of paths) {
    const change = await readChange(snapshots, running.before, path);
    if (change !== undefined) files.push({ path, change });
  }
  return { ...running, files, omitted: 0 };
}

/** Agents may name impossible paths; these are not changes, and must not prevent finding the others. */
async function readChange(
  snapshots: Snapshots,
  before: string | undefined,
  path: string,
): Promise<ChangedFile["change"] | undefined> {
  try {
    return changeOf(await snapshots.read(before, path), await snapshots.read(undefined, path));
  } catch (error) {
    if (error instanceof ParleyError && error.code === "file_path_invalid") return undefined;
    throw error;
  }
}

function changeOf(before: StoredFile, now: StoredFile): ChangedFile["change"] | undefined {
  if (before.state === "skipped" || now.state === "skipped") return undefined;
  if (before.state === "missing") return now.state === "missing" ? undefined : "added";
  if (now.state === "missing") return "deleted";
  const isSame = before.hash === now.hash && before.type === now.type && before.executable === now.executable;
  return isSame ? undefined : "modified";
}
