// Takes a snapshot: walks the folder, reads what is not surely as it was, keeps bytes that it has not got yet.
import { createId, ParleyError } from "@parley/base";
import type { Folders } from "../files/folder.ts";
import { Collector } from "./collector.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import type { SnapshotLimits } from "./limits.ts";
import type { Manifest } from "./manifest.ts";
import { statFolder } from "./prune.ts";
import { readOuterRules } from "./repository-rules.ts";
import { chooseReusable } from "./reusable.ts";
import { isVersionControl, scanFolder, type Scan } from "./scan.ts";
import { isCovered } from "./skipped.ts";
import type { SnapshotStore } from "./store.ts";

export interface TakeOptions {
  /** Files to look at although they are ignored: their paths from the folder, with slashes. */
  readonly include?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TakeContext {
  /** Without links. */
  readonly folder: string;
  readonly store: SnapshotStore;
  /** The store from the folder, if it is inside. */
  readonly foreignPath: string | undefined;
  readonly folders: Folders;
  readonly limits: SnapshotLimits;
  readonly baseRules: IgnoreRules;
}

export async function takeSnapshot(
  context: TakeContext,
  options: TakeOptions,
  keep: ReadonlySet<string>,
): Promise<Manifest> {
  const included = (options.include ?? []).map(parseIncluded);
  const { store, limits } = context;
  const [id, at] = [createId(), Date.now()];
  const previous = await store.readLatest();
  const pack = store.createPack(id);
  const packs = await statFolder(store.packs);
  const storedBytes = Array.from(packs.values()).reduce((sum, { size }) => sum + size, 0);
  const collector = new Collector(limits, pack, chooseReusable(previous, storedBytes, limits));
  let manifest: Manifest;
  try {
    const scan = await collect(context, collector, previous, included, options.signal);
    await pack.finish();
    manifest = collector.toManifest({ id, at, skipped: scan.skipped, ignored: scan.ignored, included });
    await store.write(manifest);
  } catch (error) {
    await pack.discard();
    throw error;
  }
  await store.prune(limits, keep);
  return manifest;
}

async function collect(
  context: TakeContext,
  collector: Collector,
  previous: Manifest | undefined,
  included: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Scan> {
  const rules = await readOuterRules(context.folder, context.baseRules);
  await using root = await context.folders.open(context.folder);
  const scan = await scanFolder(root, { ...context, rules, signal }, collector);
  // Once in a snapshot, a file stays in those that follow, as in git: a new rule must not make it look deleted.
  const ignored = new Set(scan.ignored);
  const missed = Array.from(previous?.entries.keys() ?? []).filter((path) => !collector.has(path));
  const known = missed.filter((path) => isCovered(path, ignored));
  for (const path of new Set([...included, ...known])) if (!collector.has(path)) await scan.visit(path);
  return scan;
}

function parseIncluded(path: string): string {
  if (!path.split("/").some(isOdd)) return path;
  throw new ParleyError({ code: "usage", message: `${JSON.stringify(path)} is no path of a file inside the folder` });
}

function isOdd(name: string): boolean {
  return name === "" || name === "." || name === ".." || name.includes("\0") || isVersionControl(name);
}
