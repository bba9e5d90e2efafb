// Which entries of the last snapshot the next one may reuse. The others are read and stored again, so that old packs
// lose their last reference and can be removed.
import type { Entry } from "./entry.ts";
import type { SnapshotLimits } from "../limits.ts";
import type { Manifest } from "./manifest.ts";

/** `storedBytes`: size of all packs of the store. */
export function chooseReusable(
  previous: Manifest | undefined,
  storedBytes: number,
  limits: SnapshotLimits,
): ReadonlyMap<string, Entry> {
  const isWasteful = storedBytes > limits.storeBytesMax / 2 && storedBytes > 2 * (previous?.bytes ?? 0);
  if (previous === undefined || isWasteful) return new Map();
  if (previous.packs.length < limits.packsMax) return previous.entries;
  // Scattered over many packs: all but the largest are merged into a new one.
  const bytesByPack = new Map<string, number>();
  for (const { blob } of previous.entries.values()) {
    bytesByPack.set(blob.pack, (bytesByPack.get(blob.pack) ?? 0) + blob.size);
  }
  const [largest] = [...bytesByPack].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return new Map([...previous.entries].filter(([, { blob }]) => blob.pack === largest));
}
