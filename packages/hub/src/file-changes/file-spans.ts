// The changes of each file over some turns, from before the first turn that touched it until after the last one.
import type { ChangedFile } from "@parley/acp";
import type { ChangeApproval, ListedChange } from "../api/file-changes.ts";
import type { TurnChanges } from "./change-index.ts";

export interface FileSpan extends Omit<ListedChange, "state"> {
  /** Snapshots; without the later one, the file as it is now. */
  readonly before: string;
  readonly after: string | undefined;
}

interface GrowingSpan {
  /** Where it was before; undefined if it did not exist. */
  readonly origin: string | undefined;
  readonly before: string;
  readonly turns: TurnChanges[];
  last: ChangedFile;
}

/**
 * Whether these turns' changes to a file were settled before a later turn, so that the file starts again with that
 * turn.
 */
type IsSettled = (path: string, turns: readonly number[], later: TurnChanges) => boolean;

/** Sorted by path. A file that was added and deleted again is not among them. */
export function toSpans(turns: readonly TurnChanges[], isSettled: IsSettled = () => false): FileSpan[] {
  const spans = new Map<string, GrowingSpan>();
  for (const turn of turns) {
    for (const file of turn.files) {
      const key = file.from ?? file.path;
      const known = spans.get(key);
      spans.delete(key);
      if (known === undefined || isSettled(known.last.path, numbersOf(known), turn)) {
        const origin = file.change === "added" ? undefined : key;
        spans.set(file.path, { origin, before: turn.before, turns: [turn], last: file });
      } else {
        known.turns.push(turn);
        known.last = file;
        spans.set(file.path, known);
      }
    }
  }
  return [...spans.values()]
    .flatMap((span) => toSpan(span) ?? [])
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function toSpan({ origin, before, turns, last }: GrowingSpan): FileSpan | undefined {
  const change = changeOf(origin, last);
  if (change === undefined) return undefined;
  const latest = turns.at(-1);
  const { path, linesAdded, linesRemoved } = last;
  return {
    path,
    change,
    ...(change === "renamed" && { from: origin }),
    ...(turns.length === 1 && { linesAdded, linesRemoved }),
    // Known once the turn is over.
    ...(latest?.seq !== undefined && { approval: approvalOf(last) }),
    turns: numbersOf({ turns }),
    before,
    after: latest?.after,
  };
}

function numbersOf({ turns }: Pick<GrowingSpan, "turns">): number[] {
  return [...new Set(turns.map(({ number }) => number))];
}

function changeOf(origin: string | undefined, { change, path }: ChangedFile): FileSpan["change"] | undefined {
  if (change === "deleted") return origin === undefined ? undefined : "deleted";
  if (origin === undefined) return "added";
  return origin === path ? "modified" : "renamed";
}

export function approvalOf({ isUncovered, differsFromApproved }: ChangedFile): ChangeApproval {
  if (differsFromApproved === true) return "differs";
  return isUncovered === true ? "unapproved" : "approved";
}

const KNOWN_CHANGES = ["added", "deleted", "renamed"] as const;

/** Logs may contain values of later versions. */
export function toChange({ change }: Pick<ChangedFile, "change">): ListedChange["change"] {
  return KNOWN_CHANGES.find((known) => known === change) ?? "modified";
}
