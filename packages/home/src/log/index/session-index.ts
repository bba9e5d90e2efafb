// What the index says about sessions, kept up to date. The logs are authoritative: a session without an entry, or with an
// outdated one, is read from its log, and the index is updated.
import { type Log, inParallel, hasErrno } from "@parley/base";
import { open, type FileHandle } from "node:fs/promises";
import { isClaimed } from "../../claims/claims.ts";
import { scanLog } from "../files/scan-log.ts";
import { isSessionId, type StoreFolder } from "../files/store-folder.ts";
import { INDEX_BATCH, READS_AT_ONCE, type SessionLogLimits } from "../../limits.ts";
import { createRecord, type SessionRecord } from "../session-record.ts";
import { IndexFile } from "./index-file.ts";
import { readIndexRecord } from "./read-index.ts";
import type { DoubtfulSession } from "./read-listing.ts";

const NEWLINE = 10;

export class SessionIndex {
  readonly #folder: StoreFolder;
  readonly #file: IndexFile;
  readonly #limits: SessionLogLimits;
  readonly #log: Log;
  #isFailing = false;

  constructor(folder: StoreFolder, limits: SessionLogLimits, log: Log) {
    this.#folder = folder;
    this.#file = new IndexFile(folder, log);
    this.#limits = limits;
    this.#log = log;
  }

  /** As its log says now; undefined if it has no log. */
  async get(id: string): Promise<SessionRecord | undefined> {
    if (!isSessionId(id)) return undefined;
    return this.#refresh(id, await readIndexRecord(this.#folder.index, id));
  }

  /** Stores what a session's log says. Called by the writer of the log. */
  async put(record: SessionRecord): Promise<void> {
    record.rev += 1;
    await this.#keep([record]);
  }

  async forget(id: string): Promise<void> {
    await this.#file.forget(id);
  }

  /** Stores what the logs of these say, for the next listing. */
  async repair(wanted: readonly DoubtfulSession[]): Promise<SessionRecord[]> {
    const found: SessionRecord[] = [];
    for (let from = 0; from < wanted.length; from += INDEX_BATCH) {
      found.push(...(await this.#mendSome(wanted.slice(from, from + INDEX_BATCH))));
    }
    return found;
  }

  async #mendSome(wanted: readonly DoubtfulSession[]): Promise<SessionRecord[]> {
    const found: SessionRecord[] = [];
    const changed: SessionRecord[] = [];
    await inParallel(wanted, READS_AT_ONCE, async ({ id, rev, known, isClaimed: mayBeOpen }) => {
      const record = await this.#refresh(id, known);
      if (record === undefined) return;
      found.push(record);
      if (record === known) return;
      record.rev = Math.max(record.rev, rev);
      // The process that has it open writes its entry, with the next number.
      const isOpen = mayBeOpen && (await isClaimed(this.#folder.claimOf(id)));
      if (!isOpen) changed.push(record);
    });
    await this.#keep(changed);
    return found;
  }

  /** May fail: the logs have everything, and sessions are still listed on a full or read-only disk. Reported once. */
  async #keep(records: readonly SessionRecord[]): Promise<void> {
    if (records.length === 0) return;
    try {
      await this.#file.append(records);
      this.#isFailing = false;
    } catch (error) {
      const message = "Could not write the index of sessions; it will be rebuilt from the logs";
      if (!this.#isFailing) this.#log.write("warn", message, { path: this.#folder.index, error });
      this.#isFailing = true;
    }
  }

  async #refresh(id: string, known: SessionRecord | undefined): Promise<SessionRecord | undefined> {
    const path = this.#folder.logOf(id);
    try {
      await using file = await open(path, "r");
      return await refreshRecord(file, id, known, this.#limits.lineBytesMax);
    } catch (error) {
      if (hasErrno(error, "ENOENT")) return undefined;
      this.#log.write("warn", "Could not read the log of a session", { path, error });
      return known;
    }
  }
}

/** The same object if nothing changed. A truncated log is read again from its start; its numbers are not reused. */
async function refreshRecord(
  file: FileHandle,
  id: string,
  known: SessionRecord | undefined,
  lineBytesMax: number,
): Promise<SessionRecord> {
  const { size } = await file.stat();
  if (known?.bytes === size) return known;
  const record = known !== undefined && (await endsLine(file, known.bytes, size)) ? { ...known } : createRecord(id);
  record.rev = known?.rev ?? 0;
  record.lastSeq = known?.lastSeq ?? 0;
  await scanLog(file, record, { to: size, lineBytesMax });
  if (known !== undefined && record.createdAtMs === 0) Object.assign(record, whatOnlyTheStartTells(known));
  // A last line without newline may be complete.
  return record.bytes === known?.bytes ? known : record;
}

function whatOnlyTheStartTells({
  agent,
  agentSessionId,
  cwd,
  forkedFrom,
  createdAtMs,
  updatedAtMs,
}: SessionRecord): object {
  return { agent, agentSessionId, cwd, forkedFrom, createdAtMs, updatedAtMs };
}

async function endsLine(file: FileHandle, bytes: number, size: number): Promise<boolean> {
  if (bytes === 0 || bytes > size) return bytes === 0;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, bytes - 1);
  return buffer[0] === NEWLINE;
}
