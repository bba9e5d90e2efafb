// Which entries of the last snapshot the next one may take over. Those it may not are read and kept anew, so that old packs
// lose their last reference and can go.
import type { Entry } from "./entry.ts";
import type { SnapshotLimits } from "./limits.ts";
import type { Manifest } from "./manifest.ts";

/** `storedBytes`: what all packs of the store take. */
export function chooseReusable(
  previous: Manifest | undefined,
  storedBytes: number,
  limits: SnapshotLimits,
): ReadonlyMap<string, Entry> {
  const isWasteful = storedBytes > limits.storeBytesMax / 2 && storedBytes > 2 * (previous?.bytes ?? 0);
  if (previous === undefined || isWasteful) return new Map();
  if (previous.packs.length < limits.packsMax) return previous.entries;
  // Scattered over many packs: all but the largest are brought together in a new one.
  const bytesByPack = new Map<string, number>();
  for (const { blob } of previous.entries.values()) {
    bytesByPack.set(blob.pack, (bytesByPack.get(blob.pack) ?? 0) + blob.size);
  }
  const [largest] = [...bytesByPack].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return new Map([...previous.entries].filter(([, { blob }]) => blob.pack === largest));
}
