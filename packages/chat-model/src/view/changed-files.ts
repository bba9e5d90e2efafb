// The files that several turns changed, each once.
import type { ChangedFile, ChangesEvent } from "@parley/acp";

/** Each file once, sorted by path, with all lines that were added and removed. */
export function mergeChanges(events: readonly Pick<ChangesEvent, "files">[]): ChangedFile[] {
  const merged = new Map<string, ChangedFile>();
  for (const file of events.flatMap(({ files }) => files)) {
    const known = merged.get(file.path);
    merged.set(file.path, known === undefined ? file : joined(known, file));
  }
  return [...merged.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function joined(before: ChangedFile, after: ChangedFile): ChangedFile {
  return {
    ...after,
    change: before.change === "added" && after.change === "modified" ? "added" : after.change,
    linesAdded: (before.linesAdded ?? 0) + (after.linesAdded ?? 0),
    linesRemoved: (before.linesRemoved ?? 0) + (after.linesRemoved ?? 0),
    isUncovered: before.isUncovered === true || after.isUncovered === true,
    ...((before.differsFromApproved ?? after.differsFromApproved) === true && { differsFromApproved: true }),
  };
}
