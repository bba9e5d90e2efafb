// The processes of agents: one for each program, shared by its sessions; another one when it is full.
// A program whose messages name no session gets a process for each session.
import type { Implementation, InitializeResponse } from "@parley/acp";
import { ParleyError, type Clock, type Log } from "@parley/base";
import {
  connectAgent,
  type Agent,
  type AgentObserver,
  type AgentSandbox,
  type AgentProblem,
  type Ask,
  type ClientLimits,
  type FindAgent,
} from "@parley/client";
import { createFeatures } from "@parley/client/features";
import { openRulesFile } from "@parley/home/rules";
import type { SessionStore } from "@parley/home/session-log";
import type { SessionPolicy } from "@parley/policy";
import { OWN_LINKS_MAX, PROCESS_LINKS_MAX, PROCESSES_MAX, TRANSCRIPT_LIMITS } from "../limits.ts";

/** Modes of our own agent are one program. */
export const OWN = "parley";

export interface AgentPoolOptions {
  readonly parleyHome: string;
  readonly store: SessionStore;
  readonly ask: Ask;
  /** What the requests of a session are decided by; undefined if the session is not in memory. */
  readonly policy: (sessionId: string) => SessionPolicy | undefined;
  readonly snapshots: boolean;
  readonly clientInfo: Implementation;
  /** Where the processes run. */
  readonly cwd: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: Partial<ClientLimits> | undefined;
  /** Watches the traffic of a process. */
  readonly observe: (key: string) => AgentObserver;
}

/** What shares a process: a program, and the sandbox that it runs in. */
export interface ProcessSpec {
  readonly key: string;
  /** The program. */
  readonly name: string;
  readonly sandbox?: AgentSandbox | undefined;
}

export function toProcessSpec(name: string, sandbox?: AgentSandbox): ProcessSpec {
  if (sandbox === undefined) return { key: name, name };
  // Our own agent has a sandbox for each session; any other is in one with its folders.
  const folders = name === OWN ? [] : sandbox.roots;
  return { key: [name, sandbox.mode, ...folders].join("\0"), name, sandbox };
}

/** One process, and the sessions in it, by our ids. */
interface PooledAgent {
  readonly agent: Agent;
  readonly sessionIds: Set<string>;
  /** It hangs: its sessions move to another process, and it is stopped when the last one has left. */
  isRetired: boolean;
  /** When a session last used it. */
  usedAtMs: number;
}

export class AgentPool {
  readonly #options: AgentPoolOptions;
  readonly #programs = new Map<string, PooledAgent[]>();
  /** Processes that are being stopped. */
  readonly #ending = new Set<Promise<void>>();
  /** Programs whose messages name no session: they are unambiguous only if a process has one session. */
  readonly #solitary = new Set<string>();
  #isClosed = false;

  constructor(options: AgentPoolOptions) {
    this.#options = options;
  }

  /** Adds the session to a process that has room; undefined if all are full. */
  take(place: ProcessSpec, sessionId: string, find: FindAgent): Agent | undefined {
    const { key } = place;
    this.release(sessionId);
    const processes = this.#programs.get(key) ?? [];
    const healthy = processes.filter(({ isRetired }) => !isRetired);
    const max = this.#linksMax(place, healthy.length);
    const free = healthy.find(({ sessionIds }) => sessionIds.size < max);
    if (free === undefined) return healthy.length === 0 ? this.takeFurther(place, sessionId, find) : undefined;
    free.sessionIds.add(sessionId);
    return free.agent;
  }

  /** Starts another process for the session, because no other session can be closed. */
  takeFurther(place: ProcessSpec, sessionId: string, find: FindAgent): Agent {
    const { key, name } = place;
    if (this.#isClosed) throw new Error("The hub is closed");
    const processes = this.#programs.get(key) ?? [];
    if (processes.length >= PROCESSES_MAX) {
      const message = `${PROCESSES_MAX} processes of ${name} are running and all their sessions are in use. Try again when a turn has ended`;
      throw new ParleyError({ code: "limit_reached", message });
    }
    const agent = this.#create(place, find);
    const usedAtMs = this.#options.clock.now();
    const further = { agent, sessionIds: new Set([sessionId]), isRetired: false, usedAtMs };
    this.#programs.set(key, [...processes, further]);
    return agent;
  }

  /** The session no longer has an agent. */
  release(sessionId: string): void {
    const one = this.#processOf(sessionId);
    if (one === undefined) return;
    one.sessionIds.delete(sessionId);
    one.usedAtMs = this.#options.clock.now();
    if (one.isRetired && one.sessionIds.size === 0) this.#end(one);
  }

  /** Marks the process of a session as hung, so that it gets no further sessions. Returns the sessions in it. */
  retire(sessionId: string): readonly string[] {
    const one = this.#processOf(sessionId);
    if (one === undefined) return [];
    one.isRetired = true;
    return [...one.sessionIds];
  }

  isRetired(sessionId: string): boolean {
    return this.#processOf(sessionId)?.isRetired === true;
  }

  /** Whether the agent continues a session that was closed without replaying it. */
  canResume(sessionId: string): boolean {
    const agent = this.#processOf(sessionId)?.agent;
    return agent?.state.state === "running" && hasResume(agent.state.info);
  }

  /** Stops the processes that no session has needed for that long. */
  endIdle(idleMs: number): void {
    const now = this.#options.clock.now();
    for (const one of [...this.#programs.values()].flat()) {
      if (one.sessionIds.size === 0 && now - one.usedAtMs >= idleMs) this.#end(one);
    }
  }

  #processOf(sessionId: string): PooledAgent | undefined {
    for (const processes of this.#programs.values()) {
      const found = processes.find(({ sessionIds }) => sessionIds.has(sessionId));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #end(one: PooledAgent): void {
    for (const [key, processes] of this.#programs) {
      if (processes.includes(one))
        this.#programs.set(
          key,
          processes.filter((other) => other !== one),
        );
    }
    const ending = one.agent.close().catch((cause: unknown) => {
      this.#options.log.write("warn", "Could not stop an agent process", { agent: one.agent.name, cause });
    });
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }

  /** The other sessions in this session's process, if it should be alone there. */
  intruders(sessionId: string): readonly string[] {
    for (const key of this.#solitary) {
      const home = this.#programs.get(key)?.find(({ sessionIds }) => sessionIds.has(sessionId));
      if (home !== undefined) return [...home.sessionIds].filter((id) => id !== sessionId);
    }
    return [];
  }

  /** Sessions that could be closed to make room, because the agent can reopen them. */
  replaceable(key: string): readonly string[] {
    const processes = this.#programs.get(key) ?? [];
    return processes.filter(({ agent }) => canReopen(agent)).flatMap(({ sessionIds }) => [...sessionIds]);
  }

  /** A program that has reached its limit of processes shares them, whatever it sends. */
  #linksMax({ key, name }: ProcessSpec, processes: number): number {
    if (this.#solitary.has(key) && processes < PROCESSES_MAX) return 1;
    return name === OWN ? OWN_LINKS_MAX : PROCESS_LINKS_MAX;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const all = [...this.#programs.values()].flat();
    await Promise.all([...all.map(({ agent }) => agent.close()), ...this.#ending]);
    this.#programs.clear();
  }

  #create({ key, name, sandbox }: ProcessSpec, find: FindAgent): Agent {
    const { parleyHome, ask, policy, snapshots, store, clientInfo, cwd, clock, log } = this.#options;
    const features = createFeatures({
      ask,
      rules: openRulesFile(parleyHome),
      agentName: name,
      // A session that is gone asks about everything.
      level: (sessionId) => policy(sessionId)?.level ?? "supervised",
      sessionRules: (sessionId) => policy(sessionId)?.rules,
      decides: name === OWN,
      snapshots,
      parleyHome,
      sandbox,
      clock,
      log,
    });
    const observe = (): AgentObserver => this.#options.observe(name);
    const onProblem = ({ kind }: AgentProblem): void => {
      if (kind === "session_omitted") this.#solitary.add(key);
    };
    const limits = { transcript: TRANSCRIPT_LIMITS, ...this.#options.limits };
    // Its sandbox has no other folder.
    const folder = name === OWN ? cwd : (sandbox?.roots[0] ?? cwd);
    const common = { features, store, clientInfo, cwd: folder, sandbox, clock, log, observe, limits, onProblem };
    return connectAgent({ name, find, ...common });
  }
}

function canReopen({ state }: Agent): boolean {
  if (state.state !== "running") return false;
  return state.info.agentCapabilities?.loadSession === true || hasResume(state.info);
}

function hasResume({ agentCapabilities }: InitializeResponse): boolean {
  return (agentCapabilities?.sessionCapabilities?.resume ?? undefined) !== undefined;
}
