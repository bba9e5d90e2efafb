// Removing and renaming: no client serves that, so the agent does it itself, held to the paths that were decided on.
import type { MoveFacts, PathFacts } from "@parley/policy";
import { refuseOutside } from "./client-path.ts";

export interface LocalEntries {
  /** A file or a link; a folder is refused. */
  remove(facts: PathFacts): Promise<void>;
  /** Missing folders are made; what is there already is refused. */
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
