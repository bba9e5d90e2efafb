// The files that a running turn has changed so far: those that its tool calls name, compared with the snapshot before it. What
// only commands changed is found when the turn is over.
import type { ChangedFile } from "@parley/acp";
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
    const change = changeOf(await snapshots.read(running.before, path), await snapshots.read(undefined, path));
    if (change !== undefined) files.push({ path, change });
  }
  return { ...running, files, omitted: 0 };
}

function changeOf(before: StoredFile, now: StoredFile): ChangedFile["change"] | undefined {
  if (before.state === "skipped" || now.state === "skipped") return undefined;
  if (before.state === "missing") return now.state === "missing" ? undefined : "added";
  if (now.state === "missing") return "deleted";
  const isSame = before.hash === now.hash && before.type === now.type && before.executable === now.executable;
  return isSame ? undefined : "modified";
}
