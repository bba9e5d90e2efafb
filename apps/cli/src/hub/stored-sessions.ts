// The sessions in the store of a home, and those of earlier versions that no hub has imported yet.
import { formatSessionEvent, parseSessionEventLine, SESSION_EVENT_VERSION, type SessionEvent } from "@parley/acp";
import { ParleyError, systemClock, type Log } from "@parley/base";
import {
  createFileSessionStore,
  findSession,
  type FileSessionStore,
  type LogDamage,
  type ReadSession,
  type SearchHit,
  type SessionFilter,
  type SessionInfo,
} from "@parley/home/session-log";
import type { HubStore, HubStoreReader, SessionRow } from "@parley/hub";
import { importSession } from "@parley/hub/import";
import { openSqliteStore } from "@parley/hub/sqlite";
import { existsSync } from "node:fs";
import { EVENTS_PER_PAGE, SERVER_HITS_MAX, SESSION_PAGES_MAX, SESSIONS_PER_PAGE, STORE_WAIT_MS } from "../limits.ts";
import { matchOf } from "../server/match-of.ts";
import type { Sessions } from "../server/server-store.ts";
import { readStore } from "./read-store.ts";
import { DEFAULT_AGENT, toHubAgent } from "./to-hub-agent.ts";

export interface StoredSessionsOptions {
  /** From the store. */
  readonly path: string;
  /** From the sessions in files. */
  readonly folder: string;
  readonly log: Log;
}

export class StoredSessions implements Sessions {
  readonly #options: StoredSessionsOptions;
  readonly #files: FileSessionStore | undefined;
  #reader: Promise<HubStoreReader | undefined> | undefined;

  constructor(options: StoredSessionsOptions) {
    this.#options = options;
    this.#files = existsSync(options.folder) ? createFileSessionStore(options) : undefined;
  }

  async list(filter: SessionFilter = {}): Promise<readonly SessionInfo[]> {
    const { limit = Number.POSITIVE_INFINITY } = filter;
    const stored = await this.#listStored(filter);
    const inFiles = (await this.#files?.list(filter)) ?? [];
    if (inFiles.length === 0) return stored;
    const all = new Map([...inFiles, ...stored].map((info) => [info.id, info]));
    return [...all.values()].toSorted((one, other) => other.updatedAtMs - one.updatedAtMs).slice(0, limit);
  }

  async find(text: string): Promise<SessionInfo | undefined> {
    const row = await (await this.#read())?.getSession(text);
    return row === undefined ? findSession(await this.list(), text) : toInfo(row);
  }

  async read(id: string): Promise<ReadSession> {
    const reader = await this.#read();
    const row = await reader?.getSession(id);
    if (reader === undefined || row === undefined) {
      if (this.#files === undefined) throw notFound(id);
      return this.#files.read(id);
    }
    const damage: LogDamage[] = [];
    return { info: toInfo(row), damage, events: readEvents(reader, id, damage) };
  }

  async *search(
    text: string,
    options: SessionFilter & { readonly signal?: AbortSignal } = {},
  ): AsyncIterable<SearchHit> {
    const { cwd, agent, limit = SERVER_HITS_MAX } = options;
    const reader = await this.#read();
    let left = limit;
    for (const { sessionId, ...hit } of (await reader?.search(text, SERVER_HITS_MAX)) ?? []) {
      const row = await reader?.getSession(sessionId);
      if (row === undefined || (cwd !== undefined && row.cwd !== cwd)) continue;
      if (agent !== undefined && row.agent !== agent) continue;
      if (left-- <= 0) return;
      yield { ...hit, session: toInfo(row), ...matchOf(hit.excerpt, text) };
    }
    if (left > 0 && this.#files !== undefined) yield* this.#files.search(text, { ...options, limit: left });
  }

  async rename(id: string, name: string): Promise<SessionInfo> {
    if (this.#files !== undefined && !(await this.#isStored(id))) return this.#files.rename(id, name);
    return this.#write(async (store) => {
      const row = await store.getSession(id);
      if (row === undefined) throw notFound(id);
      const seq = row.lastSeq + 1;
      const place = { v: SESSION_EVENT_VERSION, seq, at: systemClock.now(), sessionId: id } as const;
      const update = { sessionUpdate: "session_info_update", title: name } as const;
      const line = formatSessionEvent({ ...place, type: "update", update });
      const change = { title: name, isTitled: true, updatedAtMs: place.at, lastSeq: seq };
      const batch = { sessionId: id, firstSeq: seq, lines: [line] };
      await store.appendEvents([batch], new Map([[id, change]]), { isDurable: true });
      return toInfo({ ...row, ...change });
    });
  }

  async delete(id: string): Promise<void> {
    if (this.#files !== undefined && !(await this.#isStored(id))) return this.#files.delete(id);
    await this.#write(async (store) => {
      if ((await store.getSession(id)) === undefined) throw notFound(id);
      await store.deleteSession(id);
    });
  }

  async import(lines: string, agent: string | undefined): Promise<SessionInfo> {
    return this.#write(async (store) => {
      const id = await importSession(lines.split("\n"), {
        store,
        // Whether this machine has the agent is known when the session is continued.
        agents: { find: (name) => Promise.resolve({ name: toHubAgent(name) }) },
        clock: systemClock,
        defaultCwd: process.cwd(),
        agent,
        defaultAgent: DEFAULT_AGENT,
      });
      const row = await store.getSession(id);
      if (row === undefined) throw notFound(id);
      return toInfo(row);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#reader)?.[Symbol.asyncDispose]();
  }

  #read(): Promise<HubStoreReader | undefined> {
    return (this.#reader ??= readStore(this.#options.path, this.#options.log));
  }

  async #isStored(id: string): Promise<boolean> {
    return (await (await this.#read())?.getSession(id)) !== undefined;
  }

  /** With exclusive access; waits for another command that is writing. */
  async #write<T>(change: (store: HubStore) => Promise<T>): Promise<T> {
    const { path, log } = this.#options;
    await using store = await openSqliteStore({ path, log, waitMs: STORE_WAIT_MS });
    return await change(store);
  }

  async #listStored({ cwd, agent, limit = Number.POSITIVE_INFINITY }: SessionFilter): Promise<readonly SessionInfo[]> {
    const reader = await this.#read();
    if (reader === undefined) return [];
    const found: SessionInfo[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < SESSION_PAGES_MAX && found.length < limit; page += 1) {
      const count = Math.min(SESSIONS_PER_PAGE, limit - found.length);
      const { rows, nextCursor } = await reader.listSessions({ cwd, agent, cursor, limit: count });
      found.push(...rows.map(toInfo));
      if (nextCursor === undefined) break;
      cursor = nextCursor;
    }
    return found;
  }
}

async function* readEvents(reader: HubStoreReader, id: string, damage: LogDamage[]): AsyncGenerator<SessionEvent> {
  for (let after = 0; ;) {
    const lines = await reader.readEvents(id, { after, limit: EVENTS_PER_PAGE });
    for (const [at, line] of lines.entries()) {
      const event = parseSessionEventLine(line);
      if (event.ok) yield event.value;
      else damage.push({ sessionId: id, line: after + at + 1, message: event.error.message });
    }
    if (lines.length < EVENTS_PER_PAGE) return;
    after += lines.length;
  }
}

function toInfo(row: SessionRow): SessionInfo {
  const { id, agent, agentSessionId, cwd, title, isTitled, createdAtMs, updatedAtMs, turns, forkedFrom } = row;
  return {
    id,
    agent: { name: agent },
    agentSessionId,
    cwd,
    title,
    ...(isTitled && { name: title }),
    createdAtMs,
    updatedAtMs,
    turns,
    forkedFrom,
  };
}

function notFound(id: string): ParleyError {
  return new ParleyError({ code: "session_not_found", message: `Session ${id} not found` });
}
