// Chooses what to restore from the differences between two snapshots: whole files, and hunks of files.
import { pathOf } from "./compare.ts";
import { readContent, type DiffContext } from "./diff.ts";
import type { EntryPair } from "./file-change.ts";
import type { Hunk } from "@parley/base/hunks";

export interface Choice {
  /** Whole files, by a new path or an old one. Without paths and hunks: everything that changed. */
  readonly paths?: readonly string[] | undefined;
  /** Hunks of files, by their number in the diff; all hunks of a file are the whole file. */
  readonly hunks?: Readonly<Record<string, readonly number[]>> | undefined;
}

export interface RestorePlan {
  readonly whole: readonly EntryPair[];
  readonly parts: readonly { readonly pair: EntryPair; readonly hunks: readonly Hunk[] }[];
  /** Paths without a difference, or without such a hunk. */
  readonly missing: readonly string[];
}

export async function planRestore(
  context: DiffContext,
  pairs: readonly EntryPair[],
  { paths, hunks }: Choice,
): Promise<RestorePlan> {
  if (paths === undefined && hunks === undefined) return { whole: pairs, parts: [], missing: [] };
  const byPath = new Map(
    pairs.flatMap((pair) => [pair.before?.path, pathOf(pair)].map((path) => [path, pair] as const)),
  );
  const whole = new Set<EntryPair>();
  const parts: RestorePlan["parts"][number][] = [];
  const missing: string[] = [];
  for (const path of paths ?? []) {
    const pair = byPath.get(path);
    if (pair === undefined) missing.push(path);
    else whole.add(pair);
  }
  for (const [path, numbers] of Object.entries(hunks ?? {})) {
    const pair = byPath.get(path);
    const all = pair === undefined ? [] : (await readContent(context, pair)).hunks;
    const chosen = all.filter((_, number) => numbers.includes(number));
    if (pair === undefined || chosen.length < new Set(numbers).size) missing.push(path);
    else if (chosen.length > 0 && chosen.length === all.length) whole.add(pair);
    else if (chosen.length > 0 && !whole.has(pair)) parts.push({ pair, hunks: chosen });
  }
  return { whole: [...whole], parts, missing };
}
