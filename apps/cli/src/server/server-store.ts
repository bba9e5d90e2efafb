// The sessions of a server, over its API.
import { parseSessionEventLine, type SessionEvent } from "@parley/acp";
import { ParleyError, isObject, type JsonObject } from "@parley/base";
import {
  findSession,
  type FileSessionStore,
  type LogDamage,
  type ReadSession,
  type SearchHit,
  type SessionFilter,
  type SessionInfo,
} from "@parley/home/session-log";
import { SERVER_HITS_MAX, SESSIONS_PER_PAGE, SESSION_PAGES_MAX } from "../limits.ts";
import { matchOf } from "./match-of.ts";
import { readLines } from "./read-lines.ts";
import type { ServerAccess } from "./server-access.ts";
import { ServerApi } from "./server-api.ts";
import { sessionsOf, toSessionInfo } from "./to-session-info.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The commands' operations on sessions, wherever they are stored. */
export type Sessions = AsyncDisposable &
  Pick<FileSessionStore, "list" | "find" | "read" | "search" | "rename" | "delete"> & {
    /** Creates a session from the lines of an exported one. Rejects with `bad_input`. */
    import(lines: string, agent: string | undefined): Promise<SessionInfo>;
  };

/** Required by the interface, but a server's store need not be closed. */
export function openServerSessions(access: ServerAccess): Sessions {
  return new ServerStore(new ServerApi(access));
}

class ServerStore implements Sessions {
  readonly #api: ServerApi;

  constructor(api: ServerApi) {
    this.#api = api;
  }

  async rename(id: string, name: string): Promise<SessionInfo> {
    return toSessionInfo(await this.#api.request("PUT", `${pathOf(id)}/name`, { body: { name } }));
  }

  async read(id: string): Promise<ReadSession> {
    const info = toSessionInfo(await this.#get(id));
    const damage: LogDamage[] = [];
    return { info, damage, events: this.#readEvents(id, damage) };
  }

  async list({ cwd, agent, limit = Number.POSITIVE_INFINITY }: SessionFilter = {}): Promise<readonly SessionInfo[]> {
    const found: SessionInfo[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < SESSION_PAGES_MAX && found.length < limit; page += 1) {
      const query = { cwd, agent, cursor, limit: String(Math.min(SESSIONS_PER_PAGE, limit - found.length)) };
      const answer = await this.#api.request("GET", "/sessions", { query });
      found.push(...sessionsOf(answer));
      const { next_cursor: next } = answer;
      if (typeof next !== "string") break;
      cursor = next;
    }
    return found;
  }

  async find(text: string): Promise<SessionInfo | undefined> {
    if (!UUID.test(text)) return findSession(await this.list(), text);
    try {
      return toSessionInfo(await this.#get(text));
    } catch (error) {
      if (error instanceof ParleyError && error.code === "session_not_found") return undefined;
      throw error;
    }
  }

  async import(lines: string, agent: string | undefined): Promise<SessionInfo> {
    const query = { agent };
    return toSessionInfo(await this.#api.request("POST", "/sessions/import", { query, body: lines }));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  async delete(id: string): Promise<void> {
    await this.#api.request("DELETE", pathOf(id));
  }

  async *search(
    text: string,
    options: SessionFilter & { readonly signal?: AbortSignal } = {},
  ): AsyncIterable<SearchHit> {
    const { cwd, agent, limit = SERVER_HITS_MAX, signal } = options;
    const query = { q: text, limit: String(SERVER_HITS_MAX) };
    const { hits } = await this.#api.request("GET", "/sessions/search", { query, signal });
    let left = limit;
    for (const hit of listOf(hits)) {
      const { session, seq, at, what, excerpt } = hit;
      if (!isObject(session)) continue;
      const info = toSessionInfo(session);
      if ((cwd !== undefined && info.cwd !== cwd) || (agent !== undefined && info.agent.name !== agent)) continue;
      if (left-- <= 0) return;
      const shown = String(excerpt);
      yield {
        session: info,
        seq: Number(seq),
        at: Number(at),
        what: String(what),
        excerpt: shown,
        ...matchOf(shown, text),
      };
    }
  }

  #get(id: string): Promise<JsonObject> {
    return this.#api.request("GET", pathOf(id), { query: { conversation: "false" } });
  }

  /** Exports with secrets, so that the caller decides about redaction; a key without that permission gets the redacted export. */
  async #export(id: string): Promise<AsyncIterable<Uint8Array>> {
    try {
      return await this.#api.stream(`${pathOf(id)}/export?with_secrets=true`);
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== "forbidden") throw error;
      return this.#api.stream(`${pathOf(id)}/export`);
    }
  }

  async *#readEvents(id: string, damage: LogDamage[]): AsyncIterable<SessionEvent> {
    let line = 0;
    for await (const text of readLines(await this.#export(id))) {
      line += 1;
      // The first line describes the session and is not an event.
      if (line === 1) continue;
      const event = parseSessionEventLine(text);
      if (event.ok) yield event.value;
      else damage.push({ sessionId: id, line, message: event.error.message });
    }
  }
}

function pathOf(id: string): string {
  return `/sessions/${encodeURIComponent(id)}`;
}

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
