// Detects a repository whose settings point to another folder for its files. Git is not run in it, because that may be
// any folder.
import { errnoOf, ParleyError } from "@parley/base";
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Repository } from "../facts/repository/find-repository.ts";
import { parseSettings } from "./listed-settings.ts";

/** `listed` is the output of `git config --list --show-scope -z`. Submodules name their own folder, which is fine. */
export function checkOwnFolder(listed: string, { top, gitDir }: Repository): void {
  for (const { isOwn, key, value } of parseSettings(listed)) {
    if (!isOwn || key !== "core.worktree" || isSame(resolve(gitDir, value), top)) continue;
    const message = `The settings of the git repository in ${top} say that its files are in ${JSON.stringify(value)}`;
    const remedy = { label: `Open a session in that folder, or remove the setting core.worktree` };
    throw new ParleyError({ code: "usage", message, remedy });
  }
}

function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    return realpathSync.native(one) === realpathSync.native(other);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}
