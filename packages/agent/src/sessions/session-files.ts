// The sessions on disk: made with the first prompt, listed a page at a time, read, copied, deleted.
import type { ListSessionsResponse, SessionEvent } from "@parley/acp";
import { sessionNotFound } from "@parley/acp";
import { ParleyError, type Clock, type Log } from "@parley/base";
import type { ReadSession, SessionInfo, SessionLog, SessionStore } from "@parley/home/session-log";
import { RpcError } from "@parley/rpc";
import { join } from "node:path";
import { AGENT_INFO } from "../acp/version.ts";
import { LIST_PAGE_SIZE } from "./limits.ts";

export interface SessionFilesOptions {
  readonly parleyHome: string;
  readonly clock: Clock;
  readonly log: Log;
  /** A log that cannot be written: once, and again only after it could be. */
  readonly onFailure: (sessionId: string, error: ParleyError) => void;
}

export class SessionFiles {
  readonly #options: SessionFilesOptions;
  #store: Promise<SessionStore> | undefined;

  constructor(options: SessionFilesOptions) {
    this.#options = options;
  }

  async create(id: string, cwd: string, forkedFrom?: string): Promise<SessionLog> {
    const store = await this.#open();
    return store.create({ id, agent: AGENT_INFO, agentSessionId: id, cwd, forkedFrom });
  }

  /** To go on with it. Throws the error that the client gets. */
  async open(id: string): Promise<SessionLog> {
    const store = await this.#open();
    const { log } = await toWire(id, store.open(id));
    return log;
  }

  async read(id: string): Promise<ReadSession> {
    const store = await this.#open();
    return toWire(id, store.read(id));
  }

  /** A session of its own with everything that the other has so far. */
  async copy(from: string, to: string, cwd: string, onEvent: (event: SessionEvent) => void): Promise<SessionLog> {
    const { copyLog } = await import("@parley/home/session-log");
    const store = await this.#open();
    await toWire(from, store.read(from));
    const log = await this.create(to, cwd, from);
    await copyLog(store, from, log, onEvent);
    return log;
  }

  /** What is not there is deleted already. */
  async delete(id: string): Promise<void> {
    const store = await this.#open();
    try {
      await store.delete(id);
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== "session_not_found") throw error;
    }
  }

  async list(cwd: string | undefined, cursor: string | undefined): Promise<ListSessionsResponse> {
    const after = cursor === undefined ? undefined : parseCursor(cursor);
    const store = await this.#open();
    const all = await store.list(cwd === undefined ? {} : { cwd });
    // The latest first; a cursor says where the page before ended, whatever has come and gone since.
    const rest = after === undefined ? all : all.filter((info) => isAfter(info, after));
    const page = rest.slice(0, LIST_PAGE_SIZE);
    const last = page.at(-1);
    const sessions = page.map(({ id, title, updatedAtMs, ...info }) => ({
      sessionId: id,
      cwd: info.cwd,
      title,
      updatedAt: new Date(updatedAtMs).toISOString(),
    }));
    return rest.length > page.length && last !== undefined ? { sessions, nextCursor: toCursor(last) } : { sessions };
  }

  #open(): Promise<SessionStore> {
    this.#store ??= this.#load();
    return this.#store;
  }

  async #load(): Promise<SessionStore> {
    const { createFileSessionStore } = await import("@parley/home/session-log");
    const { parleyHome, clock, log, onFailure } = this.#options;
    return createFileSessionStore({
      folder: join(parleyHome, "agent", "sessions"),
      clock,
      log,
      onFailure: ({ sessionId, error }) => onFailure(sessionId, error),
    });
  }
}

interface Cursor {
  readonly atMs: number;
  readonly id: string;
}

function toCursor({ updatedAtMs, id }: SessionInfo): string {
  return `${updatedAtMs}.${id}`;
}

function parseCursor(text: string): Cursor {
  const [, at, id] = /^(\d{1,16})\.([0-9a-zA-Z-]{1,64})$/.exec(text) ?? [];
  if (at === undefined || id === undefined) throw RpcError.invalidParams("unknown cursor", { cursor: text });
  return { atMs: Number(at), id };
}

function isAfter({ updatedAtMs, id }: SessionInfo, { atMs, id: last }: Cursor): boolean {
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
