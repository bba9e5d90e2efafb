// The folders of a session with their snapshots, which are taken together.
import { createSnapshots, type Skipped, type Snapshots } from "@parley/machine";
import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { isBelow, pathWithin } from "../paths/below.ts";
import { type CheckpointLimits, INCLUDED_FILES_MAX } from "../limits.ts";

export interface SnapshotFoldersOptions {
  /** Absolute. */
  readonly roots: readonly string[];
  /** The folder of the snapshots. */
  readonly store: string;
  readonly parleyHome: string;
  readonly limits: CheckpointLimits;
}

export interface Taken {
  readonly folder: string;
  readonly id: string;
  readonly skipped: readonly Skipped[];
}

interface HoldOptions {
  readonly signal: AbortSignal;
  readonly hold: boolean;
}

const VERSION_CONTROL = /(^|\/)\.(git|hg|jj|svn)(\/|$)/i;

export class SnapshotFolders {
  readonly #options: SnapshotFoldersOptions;
  readonly #snapshots = new Map<string, Promise<Snapshots>>();
  #watched: WatchedFolders | undefined;

  constructor(options: SnapshotFoldersOptions) {
    this.#options = options;
  }

  async watched(): Promise<WatchedFolders> {
    this.#watched ??= await findWatched(this.#options.roots);
    const watched = this.#watched;
    // A missing folder may come back.
    if (watched.missing.length > 0) this.#watched = undefined;
    return watched;
  }

  /** The working folder, resolved if it exists. */
  async cwd(): Promise<string> {
    const cwd = this.#options.roots[0] ?? ".";
    return realpath(cwd).catch(() => cwd);
  }

  /**
   * Takes a snapshot of each folder. `included`: absolute paths of ignored files to include. `hold`: they
   * are kept until released.
   */
  async take(included: readonly string[], options: HoldOptions): Promise<readonly Taken[]> {
    const { folders } = await this.watched();
    const settled = await Promise.allSettled(folders.map((folder) => this.#takeOne(folder, included, options)));
    const taken = settled.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    const failed = settled.find((one) => one.status === "rejected");
    if (failed === undefined) return taken;
    if (options.hold) await this.release(taken);
    throw failed.reason;
  }

  async release(taken: readonly Taken[]): Promise<void> {
    for (const { folder, id } of taken) (await this.of(folder)).release(id);
  }

  async #takeOne(folder: string, included: readonly string[], { signal, hold }: HoldOptions): Promise<Taken> {
    const below = included.slice(0, INCLUDED_FILES_MAX).flatMap((path) => pathWithin(folder, path) ?? []);
    const include = below.filter((path) => !VERSION_CONTROL.test(path));
    const { id, skipped } = await (await this.of(folder)).take({ include, signal, hold });
    return { folder, id, skipped };
  }

  of(folder: string): Promise<Snapshots> {
    const known = this.#snapshots.get(folder);
    if (known !== undefined) return known;
    const { store, parleyHome: ours, limits } = this.#options;
    const opened = createSnapshots({ folder, store, ours, limits: { snapshotsMax: limits.snapshotsMax } });
    this.#snapshots.set(folder, opened);
    // A failure is not cached.
    opened.catch(() => this.#snapshots.delete(folder));
    return opened;
  }
}

export interface WatchedFolders {
  /** Without links, and none within another. */
  readonly folders: readonly string[];
  /** Too large to copy: the home folder and its parents. */
  readonly tooWide: readonly string[];
  readonly missing: readonly string[];
}

async function findWatched(roots: readonly string[]): Promise<WatchedFolders> {
  const home = await realpath(homedir()).catch(() => homedir());
  const found = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)));
  const real = [...new Set(found.filter((folder) => folder !== undefined))];
  const tooWide = real.filter((folder) => isBelow(folder, home));
  const narrow = real.filter((folder) => !tooWide.includes(folder));
  const folders = narrow.filter((folder) => !narrow.some((other) => other !== folder && isBelow(other, folder)));
  return { folders, tooWide, missing: roots.filter((_, index) => found[index] === undefined) };
}
