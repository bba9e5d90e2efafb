// Finds a process of the agent with room for a session; where all are full, idle sessions make room.
import type { Agent, AgentSandbox } from "@parley/client";
import type { AgentEntry } from "../api/agents.ts";
import type { SessionRow } from "../api/store.ts";
import type { SessionLaunches } from "../launches/session-launches.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { AgentPool } from "./agent-pool.ts";
import { OWN, toProcessSpec, type ProcessSpec } from "./process-spec.ts";
import type { SessionAgents } from "./session-agents.ts";

export interface ProcessRoomOptions {
  readonly pool: AgentPool;
  readonly agents: SessionAgents;
  readonly launches: SessionLaunches;
  /** Where our own agent runs. */
  readonly cwd: string;
  /** A session that is in memory. */
  readonly find: (sessionId: string) => LiveSession | undefined;
  /** The sandbox that a program runs in for a session; undefined: none. */
  readonly sandbox: (program: string, row: SessionRow) => Promise<AgentSandbox | undefined>;
}

/** Everything that determines the process. */
export type PlacedSession = Pick<LiveSession, "id" | "row">;

type CloseSession = (session: LiveSession) => Promise<void>;

export class ProcessRoom {
  readonly #options: ProcessRoomOptions;
  readonly #close: CloseSession;

  constructor(options: ProcessRoomOptions, close: CloseSession) {
    this.#options = options;
    this.#close = close;
  }

  /** A full process makes room by closing the session that was idle longest; if all are in use, another process is started. */
  async find(session: PlacedSession, entry: AgentEntry): Promise<Agent> {
    const { pool, agents } = this.#options;
    const find = agents.launch(session, entry);
    const place = await this.#specify(session, entry);
    for (;;) {
      const agent = pool.take(place, session.id, find);
      if (agent !== undefined) return agent;
      const idle = this.#longestIdle(pool.replaceable(place));
      if (idle === undefined) break;
      await this.#close(idle);
    }
    while (pool.isFull(place)) {
      const idle = this.#longestIdleProcess(pool.replaceableProcesses(place));
      if (idle === undefined) break;
      await Promise.all(idle.map((one) => this.#close(one)));
    }
    return pool.takeFurther(place, session.id, find);
  }

  /** Its agent's messages name no session: idle sessions leave the process and are reopened when they are needed. */
  async closeIntruders({ id }: LiveSession): Promise<void> {
    const { pool, find } = this.#options;
    for (const other of pool.intruders(id)) {
      const session = find(other);
      if (session?.busy === 0) await this.#close(session);
    }
  }

  /** Whether a turn runs in another session of the same process. */
  hasBusyNeighbour({ id }: LiveSession): boolean {
    const { pool, find } = this.#options;
    return pool.others(id).some((other) => (find(other)?.busy ?? 0) > 0);
  }

  async #specify(session: PlacedSession, entry: AgentEntry): Promise<ProcessSpec> {
    const { agents, sandbox, launches, cwd: hubCwd } = this.#options;
    const { id, row } = session;
    const isOwn = entry.kind === "mode";
    const box = await sandbox(isOwn ? OWN : entry.name, row);
    const version = await agents.launchVersion(session, entry);
    const launch = launches.get(id);
    return toProcessSpec({ name: entry.name, isOwn, version, hubCwd, cwd: row.cwd, launch, sandbox: box });
  }

  #longestIdle(sessionIds: readonly string[]): LiveSession | undefined {
    const idle = sessionIds.flatMap((id) => this.#options.find(id) ?? []).filter((session) => isIdle(session));
    return idle.toSorted((one, other) => one.usedAtMs - other.usedAtMs)[0];
  }

  /** The sessions of the process that was idle longest, if all of them are idle. */
  #longestIdleProcess(processes: readonly (readonly string[])[]): readonly LiveSession[] | undefined {
    const idle = processes
      .map((ids) => ids.map((id) => this.#options.find(id)).filter((one) => one !== undefined))
      .filter((sessions) => sessions.length > 0 && sessions.every((session) => isIdle(session)));
    return idle.toSorted((one, other) => lastUsedMs(one) - lastUsedMs(other))[0];
  }
}

function isIdle({ link, busy }: LiveSession): boolean {
  return link !== undefined && busy === 0;
}

function lastUsedMs(sessions: readonly LiveSession[]): number {
  return Math.max(...sessions.map(({ usedAtMs }) => usedAtMs));
}
