// The files of a folder, for choosing one by name or drawing them by size. Files that snapshots skip are skipped here,
// too.
import { errnoOf } from "@parley/base";
import { lstat, realpath, stat } from "node:fs/promises";
import { guardErrors } from "../files/file-error.ts";
import { defaultFolders } from "../files/open-folder.ts";
import { isWithin } from "../files/roots.ts";
import { createBaseRules } from "../snapshots/base-rules.ts";
import { defaultSnapshotLimits } from "../limits.ts";
import { readOuterRules } from "../snapshots/repository-rules.ts";
import { resolveFolder } from "../snapshots/resolve-folder.ts";
import { scanFolder, type Found, type Visitor } from "../snapshots/scan.ts";
import type { Skipped, SkipReason } from "../snapshots/skipped.ts";

export interface ListOptions {
  /** An absolute path. */
  readonly folder: string;
  /** Maximum number of files. The scan itself is limited as for snapshots. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

export interface WorkspaceFiles {
  /** Relative to the folder, with slashes, sorted. Links are included if they lead to a file. */
  readonly files: string[];
  /** Complete: no limit was reached, and every folder could be read. */
  readonly isComplete: boolean;
}

export interface SizedFile {
  readonly path: string;
  readonly bytes: number;
}

export interface SizedFiles {
  /** As in `WorkspaceFiles`, each with its size. A link that leads out of the folder has its own size. */
  readonly files: SizedFile[];
  readonly isComplete: boolean;
}

/** Skipped entries that could not be chosen anyway. */
const NOT_MISSED: ReadonlySet<SkipReason> = new Set(["special", "invalid_name"]);

export async function listWorkspaceFiles(options: ListOptions): Promise<WorkspaceFiles> {
  const { files, isComplete } = await measureWorkspaceFiles(options);
  return { files: files.map(({ path }) => path), isComplete };
}

export async function measureWorkspaceFiles({ folder, limit, signal }: ListOptions): Promise<SizedFiles> {
  signal?.throwIfAborted();
  const real = await resolveFolder(folder);
  const listing = new Listing(real, limit);
  const skipped = await guardErrors("list", folder, () => scanInto(listing, real, signal));
  const isComplete = skipped?.every(({ reason }) => NOT_MISSED.has(reason)) === true;
  return { files: listing.files.toSorted((one, other) => (one.path < other.path ? -1 : 1)), isComplete };
}

/** What was skipped, or nothing if the scan ended early because the listing was full. */
async function scanInto(
  listing: Listing,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<readonly Skipped[] | undefined> {
  const baseRules = createBaseRules();
  const rules = await readOuterRules(folder, baseRules);
  await using root = await defaultFolders.open(folder);
  const either = signal === undefined ? listing.full : AbortSignal.any([signal, listing.full]);
  const options = { folders: defaultFolders, baseRules, rules, limits: defaultSnapshotLimits };
  try {
    const scan = await scanFolder(root, { ...options, foreignPath: undefined, signal: either }, listing);
    return listing.full.aborted ? undefined : scan.skipped;
  } catch (error) {
    if (!listing.full.aborted || error !== listing.full.reason) throw error;
    return undefined;
  }
}

/** Ends the scan when the listing is full and another file is found. */
class Listing implements Visitor {
  readonly files: SizedFile[] = [];
  readonly #root: string;
  readonly #limit: number;
  readonly #stop = new AbortController();

  /** `root`: the folder, without links. */
  constructor(root: string, limit: number) {
    this.#root = root;
    this.#limit = limit;
  }

  get full(): AbortSignal {
    return this.#stop.signal;
  }

  meet({ path, stats }: Found): "known" | "unknown" {
    if (stats.isSymbolicLink()) return this.full.aborted ? "known" : "unknown";
    this.#add(path, stats.size);
    return "known";
  }

  async read({ folder, name, path, stats }: Found): Promise<undefined> {
    try {
      const target = await realpath(folder.at(name));
      const isHere = isWithin(this.#root, target);
      const found = await (isHere ? lstat(target) : stat(target));
      // The client may only see what is in the folder, so it must not learn the size of a file outside.
      if (found.isFile()) this.#add(path, isHere ? found.size : stats.size);
    } catch (error) {
      // A dangling link, or one whose target we may not read: not a file to choose.
      if (errnoOf(error) === undefined) throw error;
    }
  }

  #add(path: string, bytes: number): void {
    if (this.files.length < this.#limit) this.files.push({ path, bytes });
    else this.#stop.abort();
  }
}
