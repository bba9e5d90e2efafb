// The index of all sessions: a journal that every process appends to, and that one of them rewrites when it has grown.
//
// Several processes append at once; each entry is one write. A process that rewrites it claims it first. An entry that was
// appended during that may be missing from the new file, so each process checks after appending: if the index is claimed or was
// replaced, it writes the entry again. A duplicate is harmless: the one with the highest `rev` counts.
import { createId, type Log } from "@parley/base";
import { closeSync, constants, fstatSync, openSync, readSync, statSync, writeSync, type Stats } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isClaimed, takeClaim } from "../../claims/claims.ts";
import { CLAIM_RETRY_MS } from "../../limits.ts";
import { PRIVATE_MODE } from "../../files/own-file.ts";
import { listNames, type StoreFolder } from "../files/store-folder.ts";
import {
  INDEX_ATTEMPTS_MAX,
  INDEX_GROWTH_MAX,
  INDEX_HEADER_CHARS_MAX,
  INDEX_SLACK_BYTES,
  INDEX_WAIT_MS,
} from "../../limits.ts";
import type { SessionRecord } from "../session-record.ts";
import { formatIndex, formatIndexEntry, readIndexHeader } from "./index-entry.ts";
import { latestFirst } from "./latest-first.ts";
import { blankEntries, readIndex, type IndexContent } from "./read-index.ts";

/** No session has such an id. */
const CLAIMED = "+index";
const DRAFT_ENDING = ".draft";
const { O_APPEND, O_CREAT, O_RDWR } = constants;
const NEWLINE = 10;

export class IndexFile {
  readonly #folder: StoreFolder;
  readonly #log: Log;
  #isToldOfLater = false;

  constructor(folder: StoreFolder, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  async append(records: readonly SessionRecord[]): Promise<void> {
    const text = records.map(formatIndexEntry).join("");
    for (let attempt = 0; attempt < INDEX_ATTEMPTS_MAX; attempt += 1) {
      const written = this.#write(text);
      if (written === undefined) return;
      const rewriter = await this.#waitForRewriter();
      // A rewrite that never finishes may lose this entry, which is then restored from the log.
      if (rewriter === "stuck") return;
      if (rewriter === "done" || !this.#isStillThere(written.stats)) continue;
      if (written.isLarge) await this.#rewrite();
      return;
    }
  }

  /** Removes an entry completely, because it contains text of the session. Does not wait for a rewrite without limit. */
  async forget(id: string): Promise<void> {
    const claim = await takeClaim(this.#folder.claimOf(CLAIMED), { waitMs: INDEX_WAIT_MS });
    try {
      await blankEntries(this.#folder.index, id);
    } finally {
      if ("release" in claim) claim.release();
    }
  }

  /** `undefined` for an index of a later version of Parley, which is not changed. */
  #write(text: string): { readonly stats: Stats; readonly isLarge: boolean } | undefined {
    const file = openSync(this.#folder.index, O_RDWR | O_APPEND | O_CREAT, PRIVATE_MODE);
    try {
      const stats = fstatSync(file);
      if (stats.size === 0) {
        writeSync(file, formatIndex([]) + text);
        return { stats, isLarge: false };
      }
      const header = readIndexHeader(readAt(file, 0, INDEX_HEADER_CHARS_MAX).toString("latin1"));
      if (header.isLater) {
        this.#tellOfLater(header.schemaVersion);
        return undefined;
      }
      // Cut off by a crash: the entry starts on a new line.
      const isTorn = readAt(file, stats.size - 1, 1)[0] !== NEWLINE;
      writeSync(file, isTorn ? `\n${text}` : text);
      return { stats, isLarge: stats.size > header.bytes * INDEX_GROWTH_MAX + INDEX_SLACK_BYTES };
    } finally {
      closeSync(file);
    }
  }

  async #waitForRewriter(): Promise<"none" | "done" | "stuck"> {
    for (let waitedMs = 0; waitedMs < INDEX_WAIT_MS; waitedMs += CLAIM_RETRY_MS) {
      if (!(await isClaimed(this.#folder.claimOf(CLAIMED)))) return waitedMs === 0 ? "none" : "done";
      await sleep(CLAIM_RETRY_MS);
    }
    return "stuck";
  }

  #isStillThere({ dev, ino }: Stats): boolean {
    const stats = statSync(this.#folder.index, { throwIfNoEntry: false });
    return stats?.ino === ino && stats.dev === dev;
  }

  /** If another process does it, it is done. */
  async #rewrite(): Promise<void> {
    const claim = await takeClaim(this.#folder.claimOf(CLAIMED));
    if (!("release" in claim)) return;
    try {
      await this.#removeDrafts();
      const content = readIndex(this.#folder.index);
      if (content.laterVersion === undefined) await this.#replace(this.#withoutDeleted(content));
    } finally {
      claim.release();
    }
  }

  /** Left by killed processes: no other process uses them now. */
  async #removeDrafts(): Promise<void> {
    const { path, index } = this.#folder;
    for (const name of listNames(path)) {
      if (name.startsWith(`${basename(index)}.`) && name.endsWith(DRAFT_ENDING))
        await rm(join(path, name), { force: true });
    }
  }

  /** The oldest first, as entries are appended: sorting nearly sorted data is fast. */
  #withoutDeleted(content: IndexContent): SessionRecord[] {
    const ids = new Set(this.#folder.listIds());
    const entries = content.entries.filter(({ id }) => ids.has(id)).toSorted((one, other) => -latestFirst(one, other));
    return entries.flatMap((entry) => content.recordOf(entry) ?? []);
  }

  async #replace(records: readonly SessionRecord[]): Promise<void> {
    const draft = `${this.#folder.index}.${createId()}${DRAFT_ENDING}`;
    try {
      {
        await using file = await open(draft, "wx", PRIVATE_MODE);
        await file.writeFile(formatIndex(records));
        await file.sync();
      }
      await rename(draft, this.#folder.index);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  #tellOfLater(schemaVersion: number | undefined): void {
    if (this.#isToldOfLater) return;
    this.#isToldOfLater = true;
    const message =
      "The index of sessions was written by a later version of Parley. It is not changed, and sessions are listed from their logs";
    this.#log.write("warn", message, { path: this.#folder.index, schemaVersion });
  }
}

function readAt(file: number, place: number, bytesMax: number): Buffer {
  const buffer = Buffer.alloc(bytesMax);
  return buffer.subarray(0, readSync(file, buffer, 0, bytesMax, place));
}
