// Which files differ between two snapshots. A path that is unknown to one of them does not count as a difference.
import { isSame, type Entry } from "./entry.ts";
import type { EntryPair } from "./file-change.ts";
import type { Manifest } from "./manifest.ts";
import { findRenames } from "./renames.ts";
import { findCover, type Skipped, type SkipReason } from "./skipped.ts";

interface Comparison {
  /** Sorted by path. */
  readonly pairs: readonly EntryPair[];
  /** In one snapshot, and in the other neither present nor certainly missing. */
  readonly unknown: readonly Skipped[];
}

export async function compareManifests(
  before: Manifest,
  after: Manifest,
  readText: (entry: Entry) => Promise<string | undefined>,
): Promise<Comparison> {
  const unknown: Skipped[] = [];
  const lacks = { before: createLack(before), after: createLack(after) };
  const only = (entries: Iterable<Entry>, other: Manifest, lack: (path: string) => SkipReason | undefined): Entry[] =>
    Array.from(entries).filter(({ path }) => {
      if (other.entries.has(path)) return false;
      const reason = lack(path);
      if (reason !== undefined) unknown.push({ path, reason });
      return reason === undefined;
    });
  const deleted = only(before.entries.values(), after, lacks.after);
  const added = only(after.entries.values(), before, lacks.before);
  const renames = await findRenames(deleted, added, readText);
  const renamed = new Set(renames.values());
  const pairs: EntryPair[] = [
    ...Array.from(after.entries.values()).flatMap((entry) => {
      const old = before.entries.get(entry.path);
      return old === undefined || isSame(old, entry) ? [] : { before: old, after: entry };
    }),
    ...deleted.map((entry) => ({ before: entry, after: after.entries.get(renames.get(entry.path) ?? "") })),
    ...added.flatMap((entry) => (renamed.has(entry.path) ? [] : { before: undefined, after: entry })),
  ];
  return { pairs: pairs.toSorted((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1)), unknown };
}

export function pathOf({ before, after }: EntryPair): string {
  return after?.path ?? before?.path ?? "";
}

/** Why a snapshot does not know about a path that it does not contain; `undefined`: because the file did not exist. */
function createLack(manifest: Manifest): (path: string) => SkipReason | undefined {
  const skipped = new Map(manifest.skipped.map(({ path, reason }) => [path, reason]));
  const ignored = new Set(manifest.ignored);
  const included = new Set(manifest.included);
  return (path) => {
    const cover = findCover(path, skipped);
    if (cover !== undefined) return skipped.get(cover);
    return !included.has(path) && findCover(path, ignored) !== undefined ? "ignored" : undefined;
  };
}
