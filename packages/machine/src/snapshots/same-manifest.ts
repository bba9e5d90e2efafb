// Whether a folder is unchanged: then it needs no new snapshot.
import { isSame, type Entry } from "./entry.ts";
import type { Manifest } from "./manifest.ts";

export function isSameManifest(one: Manifest, other: Manifest): boolean {
  return (
    one.entries.size === other.entries.size &&
    isSameSet(one.ignored, other.ignored) &&
    isSameSet(one.included, other.included) &&
    isSameSet(one.skipped.map(toLine), other.skipped.map(toLine)) &&
    Array.from(other.entries.values()).every((entry) => isKeptIn(one.entries.get(entry.path), entry))
  );
}

/** The same bytes in another pack count as different: they were moved so that an old pack can be removed. */
function isKeptIn(kept: Entry | undefined, entry: Entry): boolean {
  if (kept === entry) return true;
  if (kept === undefined || kept.mode !== entry.mode || !isSame(kept, entry)) return false;
  return kept.blob.pack === entry.blob.pack && kept.blob.offset === entry.blob.offset;
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const [some, others] = [new Set(one), new Set(other)];
  return some.size === others.size && one.every((value) => others.has(value));
}

function toLine({ path, reason }: Manifest["skipped"][number]): string {
  return `${reason} ${path}`;
}
