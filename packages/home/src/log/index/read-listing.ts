// The sessions, latest first, from the names of their logs and from the index. The code that reads logs is separate: it
// is loaded for sessions that are missing or wrong in the index.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { isSessionId, type StoreFolder } from "../files/store-folder.ts";
import { CHECKED_MAX } from "../../limits.ts";
import type { SessionRecord } from "../session-record.ts";
import type { SessionInfo, SessionListing } from "../session-store.ts";
import { toInfo } from "../to-info.ts";
import { latestFirst } from "./latest-first.ts";
import { readIndex, type IndexContent, type IndexEntry } from "./read-index.ts";

/** A session whose index entry may be wrong. */
export interface DoubtfulSession {
  readonly id: string;
  /** Of its entry, which may be damaged after this number. */
  readonly rev: number;
  readonly known: SessionRecord | undefined;
  /** By a process that is alive or dead. */
  readonly isClaimed: boolean;
}

/** Reads these from their logs, and stores the result in the index. */
export type RepairIndex = (wanted: readonly DoubtfulSession[]) => Promise<readonly SessionRecord[]>;

/** All sessions, or those of one folder. */
export async function readListing(folder: StoreFolder, repair: RepairIndex, cwd?: string): Promise<SessionListing> {
  const unknown = new Set(folder.listIds());
  const claimed = folder.listClaimed();
  const content = readIndex(folder.index);
  // Without those whose log is gone.
  const entries = content.entries.filter(({ id }) => unknown.delete(id)).toSorted(latestFirst);
  for (const id of unknown) if (!isSessionId(id)) unknown.delete(id);
  // A session that is missing from the index indicates an old index: then nothing in it is certain.
  const isOld = [...unknown].some((id) => !claimed.has(id));
  const checked = pickChecked(entries, isOld ? entries.length : CHECKED_MAX);
  if (claimed.size > 0) checked.push(...entries.filter(({ id }) => claimed.has(id)));
  const behind = new Set(checked.filter(({ id, bytes }) => sizeOf(folder.logOf(id)) !== bytes));
  const toDoubtful = (id: string, entry?: IndexEntry): DoubtfulSession => {
    const known = entry === undefined ? undefined : content.recordOf(entry);
    return { id, rev: entry?.rev ?? 0, known, isClaimed: claimed.has(id) };
  };
  const wanted = [...unknown].map((id) => toDoubtful(id));
  for (const entry of behind) wanted.push(toDoubtful(entry.id, entry));
  let sessions: readonly Listed[] = entries;
  if (wanted.length > 0) {
    const trusted = entries.filter((entry) => !behind.has(entry));
    sessions = [...trusted, ...(await repair(wanted))].toSorted(latestFirst);
  }
  return createListing(cwd === undefined ? sessions : sessions.filter(isIn(cwd)), content, repair, toDoubtful);
}

/** In any spelling. */
function isIn(folder: string): (session: { readonly cwd: string }) => boolean {
  const wanted = resolve(folder);
  const known = new Map<string, boolean>();
  return ({ cwd }) => {
    let isWanted = known.get(cwd);
    if (isWanted === undefined) known.set(cwd, (isWanted = resolve(cwd) === wanted));
    return isWanted;
  };
}

/** Only a record has been read. */
type Listed = IndexEntry | SessionRecord;

function createListing(
  sessions: readonly Listed[],
  content: IndexContent,
  repair: RepairIndex,
  toDoubtful: (id: string, entry: IndexEntry) => DoubtfulSession,
): SessionListing {
  return {
    sessions,
    async describe(from, to) {
      const wanted = sessions.slice(from, to);
      const recordOf = content.reader(wanted.length);
      const found = wanted.map((listed) => ("start" in listed ? recordOf(listed) : listed));
      const damaged = wanted.filter((listed, place) => "start" in listed && found[place] === undefined) as IndexEntry[];
      const repaired = damaged.length === 0 ? [] : await repair(damaged.map((entry) => toDoubtful(entry.id, entry)));
      const mendedById = new Map(repaired.map((record) => [record.id, record]));
      const infos: SessionInfo[] = [];
      for (const [place, { id }] of wanted.entries()) {
        const record = found[place] ?? mendedById.get(id);
        if (record !== undefined) infos.push(toInfo(record));
      }
      return infos;
    },
  };
}

/**
 * Entries to compare with the size of their log: comparing all would take longer than the rest of listing thousands. The
 * latest always, and others at random, so that an outdated entry is found in time.
 */
function pickChecked(entries: readonly IndexEntry[], count: number): IndexEntry[] {
  const latest = count >= entries.length ? count : Math.floor(count / 2);
  const first = latest + Math.floor(Math.random() * Math.max(0, entries.length - count));
  return [...entries.slice(0, latest), ...entries.slice(first, first + count - latest)];
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
