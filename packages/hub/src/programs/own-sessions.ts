// The agents' own sessions: listed, and continued as sessions of ours with their history.
import { AUTH_REQUIRED, type SessionInfo } from "@parley/acp";
import { createId, ParleyError, type Clock } from "@parley/base";
import type { Agent } from "@parley/client";
import { RpcError } from "@parley/rpc";
import type { AgentEntry } from "../api/agents.ts";
import type { ProgramSession, WantedProgramSession } from "../api/programs.ts";
import type { HubSession } from "../api/sessions.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import { AGENT_SESSION_ID_CHARS_MAX, KNOWN_PAGES_MAX, SESSION_TITLE_CHARS_MAX } from "../limits.ts";
import { PAGE_ROWS_MAX } from "../store-limits.ts";
import type { LinkSessions } from "../links/link-sessions.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { checkFolder } from "../sessions/check-session.ts";
import { toNewRow } from "../sessions/new-row.ts";

export interface OwnSessionsOptions {
  readonly store: HubStore;
  readonly live: LiveSessions;
  readonly links: LinkSessions;
  readonly defaultCwd: string;
  readonly show: (session: LiveSession | SessionRow) => HubSession;
  readonly onCreated: (session: HubSession) => void;
  readonly clock: Clock;
}

export class OwnSessions {
  readonly #options: OwnSessionsOptions;
  /** Sessions that are being opened, by the agent and its id. */
  readonly #opening = new Map<string, Promise<HubSession>>();

  constructor(options: OwnSessionsOptions) {
    this.#options = options;
  }

  async list(entry: AgentEntry, cwd: string | undefined): Promise<readonly ProgramSession[]> {
    if (cwd !== undefined) await checkFolder(cwd, "/cwd");
    const listed = await this.#read(entry, cwd);
    if (listed === undefined) throw cannot(entry, "list its sessions");
    const ours = await this.#ours(entry);
    return listed.map(({ sessionId: agentSessionId, cwd: folder, title, updatedAt }) => ({
      agentSessionId,
      cwd: folder,
      ...(title && { title }),
      ...(updatedAt && { updatedAt }),
      ...(ours.has(agentSessionId) && { sessionId: ours.get(agentSessionId) }),
    }));
  }

  /** Opened once, however many callers ask for it. */
  open(entry: AgentEntry, wanted: WantedProgramSession): Promise<HubSession> {
    const key = JSON.stringify([entry.name, wanted.agentSessionId]);
    const opening = this.#opening.get(key);
    if (opening !== undefined) return opening;
    const opened = this.#open(entry, wanted).finally(() => this.#opening.delete(key));
    this.#opening.set(key, opened);
    return opened;
  }

  async #open(entry: AgentEntry, { agentSessionId, cwd }: WantedProgramSession): Promise<HubSession> {
    const { live, show, onCreated } = this.#options;
    if (agentSessionId === "" || agentSessionId.length > AGENT_SESSION_ID_CHARS_MAX) {
      const message = `agentSessionId: must have 1 to ${AGENT_SESSION_ID_CHARS_MAX} characters`;
      throw new ParleyError({ code: "bad_input", message });
    }
    if (cwd !== undefined) await checkFolder(cwd, "/cwd");
    const ours = (await this.#ours(entry)).get(agentSessionId);
    if (ours !== undefined) return show(await live.get(ours));
    const listed = (await this.#read(entry, undefined))?.find(({ sessionId }) => sessionId === agentSessionId);
    const session = await this.#insert(entry, cwd ?? (await folderOf(listed)), listed?.title ?? undefined);
    try {
      await this.#options.links.adopt(session, entry, agentSessionId);
      await session.save();
    } catch (error) {
      await this.#forget(session);
      throw explain(error, entry, agentSessionId);
    }
    const shown = show(session);
    onCreated(shown);
    return shown;
  }

  async #insert(entry: AgentEntry, cwd: string | undefined, title: string | undefined): Promise<LiveSession> {
    const { store, live } = this.#options;
    const row = this.#newRow(entry, cwd);
    const line = title?.replaceAll(/[\s\p{Cc}]+/gu, " ").trim() ?? "";
    const named = line === "" ? row : { ...row, title: line.slice(0, SESSION_TITLE_CHARS_MAX) };
    await store.insertSession(named);
    return live.add(named);
  }

  #newRow(entry: AgentEntry, cwd: string | undefined): SessionRow {
    const { defaultCwd, clock } = this.#options;
    return toNewRow({ cwd }, { id: createId(clock), entry, launch: undefined, defaultCwd, nowMs: clock.now() });
  }

  async #forget(session: LiveSession): Promise<void> {
    const { store, live, links } = this.#options;
    await links.close(session);
    await session.save();
    live.delete(session);
    await store.deleteSession(session.id);
  }

  #read(entry: AgentEntry, cwd: string | undefined): Promise<readonly SessionInfo[] | undefined> {
    const row = this.#newRow(entry, cwd);
    const list = (agent: Agent): Promise<readonly SessionInfo[] | undefined> => agent.listSessions(cwd);
    return this.#options.links.withProgram({ id: row.id, row }, entry, list);
  }

  /** Our sessions with this agent, by the agent's ids. */
  async #ours({ name }: AgentEntry): Promise<ReadonlyMap<string, string>> {
    const { store } = this.#options;
    const found = new Map<string, string>();
    let cursor: string | undefined;
    for (let page = 0; page < KNOWN_PAGES_MAX; page += 1) {
      const { rows, nextCursor } = await store.listSessions({ agent: name, limit: PAGE_ROWS_MAX, cursor });
      for (const { id, agentSessionId } of rows) if (agentSessionId !== undefined) found.set(agentSessionId, id);
      if (nextCursor === undefined) break;
      cursor = nextCursor;
    }
    return found;
  }
}

/** Undefined if the agent lists none, or a folder that no longer exists. */
async function folderOf(listed: SessionInfo | undefined): Promise<string | undefined> {
  if (listed === undefined) return undefined;
  try {
    await checkFolder(listed.cwd, "/cwd");
    return listed.cwd;
  } catch {
    return undefined;
  }
}

function cannot({ title }: AgentEntry, what: string): ParleyError {
  return new ParleyError({ code: "capability_missing", message: `${title} cannot ${what}` });
}

function explain(error: unknown, { name, title }: AgentEntry, agentSessionId: string): unknown {
  if (!(error instanceof RpcError) || error.code === AUTH_REQUIRED) return error;
  const message = `${title} did not open its session ${JSON.stringify(agentSessionId)}: ${error.message}`;
  const remedy = { label: "List the sessions of the agent", command: `parley agents sessions ${name}` };
  return new ParleyError({ code: "session_not_found", message, remedy, cause: error });
}
