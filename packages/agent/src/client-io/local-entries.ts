// Removes and renames files on disk, because no client supports it; exactly the approved paths are accessed.
import type { MoveFacts, PathFacts } from "@parley/policy";
import { refuseOutside } from "./client-path.ts";

export interface LocalEntries {
  /** For files and links, not for folders. */
  remove(facts: PathFacts): Promise<void>;
  /** Creates missing folders; fails if the target exists. */
  move(facts: MoveFacts): Promise<void>;
}

export async function openLocalEntries(roots: readonly string[]): Promise<LocalEntries> {
  const { createFiles } = await import("@parley/machine");
  const files = await createFiles({ roots });
  return {
    remove: async (facts) => files.deleteFile(toTarget(facts)),
    move: async ({ from, to }) => files.moveFile({ from: toTarget(from), to: toTarget(to) }),
  };
}

function toTarget(facts: PathFacts): { path: string; decidedPath: string } {
  refuseOutside(facts);
  return { path: facts.real, decidedPath: facts.real };
}
