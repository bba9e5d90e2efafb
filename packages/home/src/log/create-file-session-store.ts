// Sessions in a folder: a log of events for each, private to the user, and an index that can be rebuilt.
import { formatSessionEvent, SESSION_EVENT_VERSION, type SessionEvent } from "@parley/acp";
import { silentLog, systemClock, type Clock, type Log } from "@parley/base";
import { unlink } from "node:fs/promises";
import type { LogSurroundings } from "./files/file-session-log.ts";
import { claimSession, continueLog, createLog } from "./files/open-log.ts";
import { readEvents } from "./files/read-events.ts";
import { StoreFolder } from "./files/store-folder.ts";
import { findSession } from "./find-session.ts";
import { readListing } from "./index/read-listing.ts";
import { SessionIndex } from "./index/session-index.ts";
import { defaultSessionLogLimits, type SessionLogLimits } from "../limits.ts";
import { listByAgent } from "./list-by-agent.ts";
import { searchSessions } from "./search/search-sessions.ts";
import type { LogDamage, LogFailure, ReadSession, SessionFilter, SessionInfo, SessionStore } from "./session-store.ts";
import { sessionNotFound, toStoreError } from "./store-error.ts";
import { toInfo } from "./to-info.ts";

export interface FileSessionStoreOptions {
  /** Created with the first session. */
  readonly folder: string;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
  readonly limits?: Partial<SessionLogLimits> | undefined;
  /** Called once when a log cannot be written, and again only after it could be. */
  readonly onFailure?: ((failure: LogFailure) => void) | undefined;
}

export interface FileSessionStore extends SessionStore {
  /** Rejects with `session_not_found`, or `session_busy` while it is open elsewhere. */
  rename(id: string, name: string): Promise<SessionInfo>;
}

export function createFileSessionStore(options: FileSessionStoreOptions): FileSessionStore {
  const { clock = systemClock, log = silentLog, onFailure = () => undefined } = options;
  const limits = { ...defaultSessionLogLimits, ...options.limits };
  const folder = new StoreFolder(options.folder);
  const index = new SessionIndex(folder, limits, log);
  const around: LogSurroundings = { folder, index, limits, log, onFailure };

  const list = async ({ cwd, agent, limit }: SessionFilter = {}): Promise<readonly SessionInfo[]> => {
    const listing = await readListing(folder, (wanted) => index.repair(wanted), cwd);
    return (await listByAgent(listing, agent)).describe(0, limit);
  };
  const open = (info: SessionInfo): ReadSession => {
    const damage: LogDamage[] = [];
    const source = { path: folder.logOf(info.id), sessionId: info.id, lineBytesMax: limits.lineBytesMax, damage };
    return { info, damage, events: { [Symbol.asyncIterator]: () => readEvents(source) } };
  };
  return {
    create: (session) => createLog(around, session, clock.now()),
    async open(id) {
      const { log: opened, record, aside } = await continueLog(around, id);
      return { log: opened, info: toInfo(record), aside };
    },
    async read(id) {
      const record = await index.get(id);
      if (record === undefined) throw sessionNotFound(id);
      return open(toInfo(record));
    },
    list,
    find: async (text) => findSession(await list(), text),
    async *search(query, { signal, limit, ...filter } = {}) {
      signal?.throwIfAborted();
      const sessions = (await list(filter)).map((info) => ({ ...open(info), path: folder.logOf(info.id) }));
      yield* searchSessions(query, sessions, { limit, signal, lineBytesMax: limits.lineBytesMax });
    },
    async rename(id, name) {
      const { log: opened } = await continueLog(around, id);
      try {
        const place = { v: SESSION_EVENT_VERSION, seq: opened.lastSeq + 1, at: clock.now(), sessionId: id } as const;
        const event: SessionEvent = { ...place, type: "note", level: "info", text: `Renamed to ${name}`, name };
        opened.append(event, formatSessionEvent(event));
      } finally {
        await opened.close();
      }
      const record = await index.get(id);
      if (record?.name === undefined) throw toStoreError(new Error("the log was not written"), `rename session ${id}`);
      return toInfo(record);
    },
    async delete(id) {
      if ((await index.get(id)) === undefined) throw sessionNotFound(id);
      const claim = await claimSession(folder, id);
      try {
        // Without its log a session does not exist, whatever happens to the rest.
        await unlink(folder.logOf(id));
        for (const path of folder.listAside(id)) await unlink(path);
        await index.forget(id);
      } catch (error) {
        throw toStoreError(error, `delete session ${id}`);
      } finally {
        claim.release();
      }
    },
  };
}
