// Keeps a store within its limits: the oldest snapshots are removed, then the packs that no other snapshot refers to.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SnapshotLimits } from "../limits.ts";
import { lstatAll } from "./lstat-all.ts";
import type { ManifestHeader } from "./manifest.ts";

/** What is asked of the store. */
interface Prunable {
  readonly manifests: string;
  readonly packs: string;
  list(): Promise<string[]>;
  readHeader(id: string): Promise<ManifestHeader | undefined>;
  remove(id: string): Promise<void>;
}

interface FileInfo {
  readonly size: number;
  readonly mtimeMs: number;
}

interface InUse {
  isInUse(id: string, mtimeMs: number): boolean;
}

/** Some extra room is made, so that it need not be made again at once. */
const PRUNED_BYTES = 7 / 8;

/** The last one stays, and those in use. Returns the ids of the remaining ones. */
export async function pruneStore(store: Prunable, limits: SnapshotLimits, holds: InUse): Promise<ReadonlySet<string>> {
  const ids = await store.list();
  const headers = (await Promise.all(ids.map((id) => store.readHeader(id)))).filter((header) => header !== undefined);
  const manifests = await statFolder(store.manifests);
  const packs = await statFolder(store.packs);
  const sizeOf = (kept: readonly ManifestHeader[]): number =>
    kept.reduce((sum, { id }) => sum + (manifests.get(`${id}.json`)?.size ?? 0), 0) +
    Array.from(packsOf(kept)).reduce((sum, name) => sum + (packs.get(name)?.size ?? 0), 0);

  const bytesMax = sizeOf(headers) > limits.storeBytesMax ? limits.storeBytesMax * PRUNED_BYTES : limits.storeBytesMax;
  let kept = headers;
  for (const { id } of headers.slice(0, -1)) {
    if (kept.length <= limits.snapshotsMax && sizeOf(kept) <= bytesMax) break;
    if (await isInUse(store, holds, id)) continue;
    kept = kept.filter((header) => header.id !== id);
    await store.remove(id);
  }

  const [wasReferred, isReferred] = [packsOf(headers), packsOf(kept)];
  const readable = new Set(headers.map(({ id }) => `${id}.json`));
  // A file without references may be one that another process is about to refer to.
  const isLeftover = ({ mtimeMs }: FileInfo): boolean => Date.now() - mtimeMs > limits.leftoverAgeMs;
  for (const [name, info] of packs) {
    if (!isReferred.has(name) && (wasReferred.has(name) || isLeftover(info)))
      await rm(join(store.packs, name), { force: true });
  }
  for (const [name, info] of manifests) {
    if (!readable.has(name) && isLeftover(info)) await rm(join(store.manifests, name), { force: true });
  }
  return new Set(kept.map(({ id }) => id));
}

/** Checked at the last moment: another process may just have marked it. */
async function isInUse(store: Prunable, holds: InUse, id: string): Promise<boolean> {
  const [stats] = await lstatAll([join(store.manifests, `${id}.json`)]);
  return stats !== undefined && !(stats instanceof Error) && holds.isInUse(id, stats.mtimeMs);
}

function packsOf(headers: readonly ManifestHeader[]): Set<string> {
  return new Set(headers.flatMap(({ packs }) => packs.map((pack) => `${pack}.pack`)));
}

export async function statFolder(path: string): Promise<Map<string, FileInfo>> {
  const names = await readdir(path);
  const answers = await lstatAll(names.map((name) => join(path, name)));
  return new Map(
    names.flatMap((name, index) => {
      const stats = answers[index];
      return stats === undefined || stats instanceof Error ? [] : [[name, stats] as const];
    }),
  );
}
