// The files of a folder as a person thinks of them, for choosing one by its name: what snapshots leave out is left out here.
import { errnoOf } from "@parley/base";
import { stat } from "node:fs/promises";
import { guardErrors } from "../files/file-error.ts";
import { defaultFolders } from "../files/open-folder.ts";
import { createBaseRules } from "../snapshots/base-rules.ts";
import { defaultSnapshotLimits } from "../snapshots/limits.ts";
import { readOuterRules } from "../snapshots/repository-rules.ts";
import { resolveFolder } from "../snapshots/resolve-folder.ts";
import { scanFolder, type Found, type Visitor } from "../snapshots/scan.ts";
import type { Skipped, SkipReason } from "../snapshots/skipped.ts";

export interface ListOptions {
  /** An absolute path. */
  readonly folder: string;
  /** No more files than this. What a scan looks at is limited beside it, as for snapshots. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

export interface WorkspaceFiles {
  /** From the folder, with slashes, in order. Links are among them if they lead to a file. */
  readonly files: string[];
  /** Nothing is missing: no limit was reached, and everything could be looked at. */
  readonly isComplete: boolean;
}

/** What nobody could choose is not missed. */
const NOT_MISSED: ReadonlySet<SkipReason> = new Set(["special", "invalid_name"]);

export async function listWorkspaceFiles({ folder, limit, signal }: ListOptions): Promise<WorkspaceFiles> {
  signal?.throwIfAborted();
  const real = await resolveFolder(folder);
  const listing = new Listing(limit);
  const skipped = await guardErrors("list", folder, () => scanInto(listing, real, signal));
  const isComplete = skipped?.every(({ reason }) => NOT_MISSED.has(reason)) === true;
  return { files: listing.files.toSorted(), isComplete };
}

/** What was skipped, or nothing when the scan ended early because the listing was full. */
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

/** Ends the scan when it has as many files as were asked for, and one more comes. */
class Listing implements Visitor {
  readonly files: string[] = [];
  readonly #limit: number;
  readonly #stop = new AbortController();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get full(): AbortSignal {
    return this.#stop.signal;
  }

  meet({ path, stats }: Found): "known" | "unknown" {
    if (stats.isSymbolicLink()) return this.full.aborted ? "known" : "unknown";
    this.#add(path);
    return "known";
  }

  async read({ folder, name, path }: Found): Promise<undefined> {
    try {
      if ((await stat(folder.at(name))).isFile()) this.#add(path);
    } catch (error) {
      // It leads nowhere, or where we may not look: then it is no file to choose.
      if (errnoOf(error) === undefined) throw error;
    }
  }

  #add(path: string): void {
    if (this.files.length < this.#limit) this.files.push(path);
    else this.#stop.abort();
  }
}
