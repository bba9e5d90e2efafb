// Finds out which added files are deleted files under a new name: by their bytes, otherwise by common lines.
import { basename } from "node:path/posix";
import type { Entry } from "./entry.ts";
import { splitLines } from "@parley/base/hunks";
import { RENAME_CANDIDATES_MAX, RENAME_SIMILARITY_MIN } from "../limits.ts";

/** The new path of each renamed file, by its old path. */
export async function findRenames(
  deleted: readonly Entry[],
  added: readonly Entry[],
  readText: (entry: Entry) => Promise<string | undefined>,
): Promise<Map<string, string>> {
  const renames = new Map<string, string>();
  const taken = new Set<string>();
  const pair = (old: Entry, now: Entry): void => {
    renames.set(old.path, now.path);
    taken.add(now.path);
  };

  const byHash = new Map<string, Entry[]>();
  for (const now of added) byHash.set(now.blob.hash, [...(byHash.get(now.blob.hash) ?? []), now]);
  for (const old of deleted) {
    if (old.blob.size === 0) continue; // Empty files are all alike; they were not renamed into each other.
    const same = (byHash.get(old.blob.hash) ?? []).filter(
      (now) => now.type === old.type && !taken.has(now.path) && canBoth(old, now),
    );
    const now = same.find(({ path }) => basename(path) === basename(old.path)) ?? same[0];
    if (now !== undefined) pair(old, now);
  }

  const olds = deleted.filter(({ path, type }) => type === "file" && !renames.has(path));
  const news = added.filter(({ path, type }) => type === "file" && !taken.has(path));
  if (olds.length > RENAME_CANDIDATES_MAX || news.length > RENAME_CANDIDATES_MAX) return renames;
  for (const { old, now } of await compare(olds, news, readText)) {
    if (!renames.has(old.path) && !taken.has(now.path)) pair(old, now);
  }
  return renames;
}

/** A file and a file in a folder of the same name cannot be swapped one by one; they count as two changes. */
function canBoth(old: Entry, now: Entry): boolean {
  return !now.path.startsWith(`${old.path}/`) && !old.path.startsWith(`${now.path}/`);
}

interface Likeness {
  readonly old: Entry;
  readonly now: Entry;
  readonly score: number;
}

/** The most similar first. */
async function compare(
  olds: readonly Entry[],
  news: readonly Entry[],
  readText: (entry: Entry) => Promise<string | undefined>,
): Promise<Likeness[]> {
  if (olds.length === 0 || news.length === 0) return [];
  const lines = new Map<Entry, Map<string, number>>();
  for (const entry of [...olds, ...news]) lines.set(entry, countLines((await readText(entry)) ?? ""));
  const pairs: Likeness[] = [];
  for (const old of olds) {
    for (const now of news) {
      if (!canBoth(old, now)) continue;
      const larger = Math.max(old.blob.size, now.blob.size);
      // Even all of the smaller file would not be enough.
      if (Math.min(old.blob.size, now.blob.size) < larger * RENAME_SIMILARITY_MIN) continue;
      const score = bytesInCommon(lines.get(old), lines.get(now)) / larger;
      if (score >= RENAME_SIMILARITY_MIN) pairs.push({ old, now, score });
    }
  }
  return pairs.toSorted((one, other) => other.score - one.score);
}

function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of splitLines(text)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function bytesInCommon(
  one: ReadonlyMap<string, number> = new Map(),
  other: ReadonlyMap<string, number> = new Map(),
): number {
  let bytes = 0;
  for (const [line, count] of one) bytes += Buffer.byteLength(line) * Math.min(count, other.get(line) ?? 0);
  return bytes;
}
