// Watches the folders of sessions from turn to turn, and says what changed in each.
import type { DiskChange } from "@parley/observe";
import { findChanges } from "./disk-changes.ts";
import { listFolder, rewindListing, type FolderListing } from "./folder-listing.ts";
import { WATCHED_FOLDERS_MAX } from "../../limits.ts";

interface Looked {
  /** The last list that is complete: one that is being made may show what a turn has done already. */
  latest: FolderListing | undefined;
  readonly first: Promise<FolderListing>;
}

export class DiskWatch {
  readonly #folders = new Map<string, Looked>();

  /** A session works there: what is there before its first turn. */
  open(folder: string): void {
    if (!this.#folders.has(folder)) this.#list(folder).catch(() => this.#folders.delete(folder));
  }

  /** What was there when a turn began, a moment ago. */
  async beginTurn(folder: string, startedAtMs: number): Promise<FolderListing> {
    const known = this.#folders.get(folder);
    const earlier = known?.latest ?? known?.first;
    const now = await listFolder(folder);
    return rewindListing((await earlier) ?? now, now, startedAtMs);
  }

  /** What changed in a turn that has ended. */
  async endTurn(
    folder: string,
    before: FolderListing | undefined,
    startedAtMs: number,
  ): Promise<readonly DiskChange[]> {
    return findChanges(before, await this.#list(folder), startedAtMs);
  }

  async #list(folder: string): Promise<FolderListing> {
    const listing = listFolder(folder);
    const looked = this.#folders.get(folder) ?? { latest: undefined, first: listing };
    this.#folders.delete(folder);
    this.#folders.set(folder, looked);
    const [oldest] = this.#folders.keys();
    if (this.#folders.size > WATCHED_FOLDERS_MAX && oldest !== undefined) this.#folders.delete(oldest);
    looked.latest = await listing;
    return looked.latest;
  }
}
