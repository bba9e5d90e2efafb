// Compares the folders of sessions before and after each turn, and reports what changed.
import type { DiskChange } from "@parley/observe";
import { findChanges } from "./disk-changes.ts";
import { listFolder, rewindListing, type FolderListing } from "./folder-listing.ts";
import { WATCHED_FOLDERS_MAX } from "../../limits.ts";

interface WatchedFolder {
  /** The last complete listing; one in progress may already contain changes of the turn. */
  latest: FolderListing | undefined;
  readonly first: Promise<FolderListing>;
}

export class DiskWatch {
  readonly #folders = new Map<string, WatchedFolder>();

  /** Lists a session's folder before its first turn. */
  open(folder: string): void {
    if (!this.#folders.has(folder)) this.#list(folder).catch(() => this.#folders.delete(folder));
  }

  /** The folder's files at the start of a turn, which was a moment ago. */
  async beginTurn(folder: string, startedAtMs: number): Promise<FolderListing> {
    const known = this.#folders.get(folder);
    const earlier = known?.latest ?? known?.first;
    const now = await listFolder(folder);
    return rewindListing((await earlier) ?? now, now, startedAtMs);
  }

  /** The changes of a finished turn. */
  async endTurn(
    folder: string,
    before: FolderListing | undefined,
    startedAtMs: number,
  ): Promise<readonly DiskChange[]> {
    return findChanges(before, await this.#list(folder), startedAtMs);
  }

  async #list(folder: string): Promise<FolderListing> {
    const listing = listFolder(folder);
    const watched = this.#folders.get(folder) ?? { latest: undefined, first: listing };
    this.#folders.delete(folder);
    this.#folders.set(folder, watched);
    const [oldest] = this.#folders.keys();
    if (this.#folders.size > WATCHED_FOLDERS_MAX && oldest !== undefined) this.#folders.delete(oldest);
    watched.latest = await listing;
    return watched.latest;
  }
}
