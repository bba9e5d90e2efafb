// Which sessions there are. The logs are the truth: a session without an entry, or with one that lags behind, is read from its
// log, and the index mended with what was found.
import type { Log } from "@parley/base";
import { statSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { isClaimed } from "../../claims/claims.ts";
import { hasErrno } from "../../files/errno.ts";
import { inParallel } from "../../in-parallel.ts";
import { scanLog } from "../files/scan-log.ts";
import { isSessionId, type StoreFolder } from "../files/store-folder.ts";
import { CHECKED_MAX, INDEX_BATCH, READS_AT_ONCE, type SessionLogLimits } from "../limits.ts";
import { createRecord, type SessionRecord } from "../session-record.ts";
import { IndexFile } from "./index-file.ts";
import { readIndexRecord } from "./read-index.ts";

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

  async list(): Promise<SessionRecord[]> {
    const [ids, claimed, { records }] = await Promise.all([
      this.#folder.listIds(),
      this.#folder.listClaimed(),
      this.#file.read(),
    ]);
    const trusted: SessionRecord[] = [];
    const doubtful: string[] = [];
    for (const id of ids) {
      const record = records.get(id);
      if (record !== undefined && !claimed.has(id)) trusted.push(record);
      else if (isSessionId(id)) doubtful.push(id);
    }
    const sorted = trusted.toSorted(latestFirst);
    // A session that the index does not know at all is a sign of an old index: then nothing in it is sure.
    const isOld = doubtful.some((id) => !claimed.has(id));
    const behind = this.#findBehind(sorted, isOld ? sorted.length : CHECKED_MAX);
    if (doubtful.length === 0 && behind.size === 0) return sorted;
    doubtful.push(...behind);
    const current = sorted.filter(({ id }) => !behind.has(id));
    for (let from = 0; from < doubtful.length; from += INDEX_BATCH) {
      current.push(...(await this.#mend(doubtful.slice(from, from + INDEX_BATCH), records, claimed)));
    }
    return current.toSorted(latestFirst);
  }

  /** As its log says now; undefined if there is none. */
  async get(id: string): Promise<SessionRecord | undefined> {
    if (!isSessionId(id)) return undefined;
    return this.#refresh(id, await readIndexRecord(this.#folder.index, id));
  }

  /** What a session's log says of it, written down. Whoever writes the log calls this. */
  async put(record: SessionRecord): Promise<void> {
    record.rev += 1;
    await this.#keep([record]);
  }

  async forget(id: string): Promise<void> {
    await this.#file.forget(id);
  }

  /**
   * Compares some entries with the size of their log: all of them would take longer than the rest of listing thousands. The
   * latest always, and others by chance, so that an entry that lags behind is found in time.
   */
  #findBehind(records: readonly SessionRecord[], count: number): Set<string> {
    const latest = count >= records.length ? count : Math.floor(count / 2);
    const first = latest + Math.floor(Math.random() * Math.max(0, records.length - count));
    const checked = [...records.slice(0, latest), ...records.slice(first, first + count - latest)];
    const behind = checked.filter(({ id, bytes }) => sizeOf(this.#folder.logOf(id)) !== bytes);
    return new Set(behind.map(({ id }) => id));
  }

  async #mend(
    ids: readonly string[],
    known: ReadonlyMap<string, SessionRecord>,
    claimed: ReadonlySet<string>,
  ): Promise<SessionRecord[]> {
    const found: SessionRecord[] = [];
    const changed: SessionRecord[] = [];
    await inParallel(ids, READS_AT_ONCE, async (id) => {
      const before = known.get(id);
      const record = await this.#refresh(id, before);
      // Whoever has it open writes its entry, with the next number.
      const isOpen = claimed.has(id) && (await isClaimed(this.#folder.claimOf(id)));
      if (record !== undefined) found.push(record);
      if (record !== undefined && record !== before && !isOpen) changed.push(record);
    });
    await this.#keep(changed);
    return found;
  }

  /** May fail: the logs have it all, and on a full or a read-only disk sessions are still listed. Told once. */
  async #keep(records: readonly SessionRecord[]): Promise<void> {
    if (records.length === 0) return;
    try {
      await this.#file.append(records);
      this.#isFailing = false;
    } catch (error) {
      const message = "The index of sessions could not be written; it will be mended from the logs";
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
      this.#log.write("warn", "The log of a session cannot be read", { path, error });
      return known;
    }
  }
}

function latestFirst(one: SessionRecord, other: SessionRecord): number {
  return other.updatedAtMs - one.updatedAtMs || (other.id < one.id ? -1 : 1);
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

/** The same object if nothing changed. A log that was cut short is read again from its start; its numbers are not given out twice. */
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
  // A last line without its end may be all that came.
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
