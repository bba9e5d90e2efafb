// The files that differ between two snapshots of a folder, without Parley's own home: a session's log is not a change of its turn.
import type { FileChange, Snapshots } from "@parley/machine";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { isBelow } from "../paths/below.ts";
import type { StepPart } from "./steps.ts";

export async function changedFiles(
  snapshots: Snapshots,
  { folder, before, after }: Pick<StepPart, "folder" | "before" | "after">,
  parleyHome: string,
): Promise<readonly FileChange[]> {
  const [{ files }, home] = await Promise.all([snapshots.diff(before, after), resolveHome(parleyHome)]);
  return isBelow(folder, home) ? files.filter(({ path }) => !isBelow(home, join(folder, path))) : files;
}

async function resolveHome(parleyHome: string): Promise<string> {
  return realpath(parleyHome).catch(() => parleyHome);
}
