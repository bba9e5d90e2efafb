// The sessions on disk: created with the first prompt, listed by page, read, copied, deleted.
import { type ListSessionsResponse, type SessionEvent, sessionNotFound } from "@parley/acp";
import { type Clock, type Log, ParleyError } from "@parley/base";
import type { ListedSession, SessionLister, SessionListing } from "@parley/home/session-list";
import type { OpenedSession, ReadSession, SessionLog, SessionStore } from "@parley/home/session-log";
import { RpcError } from "@parley/rpc";
import { join } from "node:path";
import { AGENT_INFO } from "../agent-info.ts";
import { LIST_KEPT_MS, LIST_PAGE_SIZE } from "../limits.ts";

export interface StoredSessionsOptions {
  readonly parleyHome: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a log cannot be written; once per series of failures. */
  readonly onFailure: (sessionId: string, error: ParleyError) => void;
}

export class StoredSessions {
  readonly #options: StoredSessionsOptions;
  readonly #folder: string;
  #store: Promise<SessionStore> | undefined;
  #lister: Promise<SessionLister> | undefined;
  #kept: KeptListing | undefined;
  #forgetting: NodeJS.Timeout | undefined;

  constructor(options: StoredSessionsOptions) {
    this.#options = options;
    this.#folder = join(options.parleyHome, "agent", "sessions");
  }

  async create(id: string, cwd: string, forkedFrom?: string): Promise<SessionLog> {
    const store = await this.#open();
    return store.create({ id, agent: AGENT_INFO, agentSessionId: id, cwd, forkedFrom });
  }

  /** Opens a session to continue it. Throws an error for the client. */
  async open(id: string): Promise<OpenedSession> {
    const store = await this.#open();
    return toWire(id, store.open(id));
  }

  async read(id: string): Promise<ReadSession> {
    const store = await this.#open();
    return toWire(id, store.read(id));
  }

  async folderOf(id: string): Promise<string> {
    const { info } = await this.read(id);
    return info.cwd;
  }

  /** A new session with the events of another. */
  async copy(from: string, to: string, cwd: string, onEvent: (event: SessionEvent) => void): Promise<SessionLog> {
    const { copyLog } = await import("@parley/home/session-log");
    const store = await this.#open();
    await toWire(from, store.read(from));
    const log = await this.create(to, cwd, from);
    await copyLog(store, from, log, onEvent);
    return log;
  }

  /** A new session with the events before one, which the caller finds. Undefined: there is none, or nothing before it. */
  async cut(from: string, to: string, isEnd: (event: SessionEvent) => boolean): Promise<string | undefined> {
    const { copyLog } = await import("@parley/home/session-log");
    const { info, events } = await this.read(from);
    let hasTurn = false;
    let end: number | undefined;
    for await (const event of events) {
      if (isEnd(event)) end = event.seq;
      if (end !== undefined) break;
      hasTurn ||= event.type === "stop";
    }
    if (end === undefined || !hasTurn) return undefined;
    const log = await this.create(to, info.cwd, from);
    try {
      await copyLog(await this.#open(), from, log, () => undefined, end - 1);
      await log.sync();
    } finally {
      await log.close();
    }
    return to;
  }

  /** Succeeds if the session does not exist. */
  async delete(id: string): Promise<void> {
    const store = await this.#open();
    this.#keep(undefined);
    try {
      await store.delete(id);
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== "session_not_found") throw error;
    }
  }

  async list(cwd: string | undefined, cursor: string | undefined): Promise<ListSessionsResponse> {
    const after = cursor === undefined ? undefined : parseCursor(cursor);
    const { sessions: all, describe } = await this.#listing(cwd, after !== undefined);
    // Most recent first. A cursor is a position, so it stays valid when sessions are added or deleted.
    const place = after === undefined ? 0 : all.findIndex((session) => isAfter(session, after));
    const from = place === -1 ? all.length : place;
    const to = from + LIST_PAGE_SIZE;
    const last = all[to - 1];
    const sessions = (await describe(from, to)).map(({ id, title, updatedAtMs, ...info }) => ({
      sessionId: id,
      cwd: info.cwd,
      title,
      updatedAt: new Date(updatedAtMs).toISOString(),
    }));
    return to < all.length && last !== undefined ? { sessions, nextCursor: toCursor(last) } : { sessions };
  }

  /** Consecutive pages come from one listing, so that no session is missed or read twice. */
  async #listing(cwd: string | undefined, isContinued: boolean): Promise<SessionListing> {
    const kept = this.#kept;
    if (isContinued && kept !== undefined && kept.cwd === cwd) return kept.listing;
    this.#lister ??= this.#loadLister();
    const list = await this.#lister;
    const listing = await list({ cwd });
    this.#keep({ cwd, listing });
    return listing;
  }

  #keep(kept: KeptListing | undefined): void {
    clearTimeout(this.#forgetting);
    this.#kept = kept;
    if (kept !== undefined) this.#forgetting = setTimeout(() => this.#keep(undefined), LIST_KEPT_MS).unref();
  }

  #open(): Promise<SessionStore> {
    this.#store ??= this.#load();
    return this.#store;
  }

  async #loadLister(): Promise<SessionLister> {
    const { createSessionLister } = await import("@parley/home/session-list");
    return createSessionLister({ folder: this.#folder, log: this.#options.log });
  }

  async #load(): Promise<SessionStore> {
    const { createFileSessionStore } = await import("@parley/home/session-log");
    const { clock, log, onFailure } = this.#options;
    return createFileSessionStore({
      folder: this.#folder,
      clock,
      log,
      onFailure: ({ sessionId, error }) => onFailure(sessionId, error),
    });
  }
}

interface KeptListing {
  readonly cwd: string | undefined;
  readonly listing: SessionListing;
}

interface Cursor {
  readonly atMs: number;
  readonly id: string;
}

function toCursor({ updatedAtMs, id }: ListedSession): string {
  return `${updatedAtMs}.${id}`;
}

function parseCursor(text: string): Cursor {
  const [, at, id] = /^(\d{1,16})\.([0-9a-zA-Z-]{1,64})$/.exec(text) ?? [];
  if (at === undefined || id === undefined) throw RpcError.invalidParams("unknown cursor", { cursor: text });
  return { atMs: Number(at), id };
}

function isAfter({ updatedAtMs, id }: ListedSession, { atMs, id: last }: Cursor): boolean {
  return updatedAtMs < atMs || (updatedAtMs === atMs && id < last);
}

async function toWire<Value>(id: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    if (error.code === "session_not_found") throw sessionNotFound(id);
    if (error.code === "session_busy")
      throw RpcError.invalidRequest(error.message, { sessionId: id, code: error.code });
    throw error;
  }
}
