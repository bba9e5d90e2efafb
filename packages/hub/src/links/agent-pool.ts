// The processes of agents: one for each program, shared by its sessions; a further one when it has as many as it may have.
// A program that leaves out the session in its messages has a process for each session.
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
import type { ApprovalLevel } from "@parley/policy";
import { OWN_LINKS_MAX, PROCESS_LINKS_MAX, PROCESSES_MAX, TRANSCRIPT_LIMITS } from "../limits.ts";

/** Modes of our own agent are one program. */
export const OWN = "parley";

export interface AgentPoolOptions {
  readonly parleyHome: string;
  readonly store: SessionStore;
  readonly ask: Ask;
  readonly level: ApprovalLevel;
  readonly snapshots: boolean;
  readonly clientInfo: Implementation;
  /** Where the processes run. */
  readonly cwd: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: Partial<ClientLimits> | undefined;
  /** Watches the wire of a process. */
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

/** One process, and the sessions that have a place in it, by our ids. */
interface PooledAgent {
  readonly agent: Agent;
  readonly sessionIds: Set<string>;
  /** It hangs: its sessions move to another process, and it ends with the last of them. */
  isRetired: boolean;
  /** When a session last had a place in it. */
  usedAtMs: number;
}

export class AgentPool {
  readonly #options: AgentPoolOptions;
  readonly #programs = new Map<string, PooledAgent[]>();
  /** Processes that are on their way out. */
  readonly #ending = new Set<Promise<void>>();
  /** Programs that name no session in what they send: which one is meant is clear only if a process has one. */
  readonly #solitary = new Set<string>();
  #isClosed = false;

  constructor(options: AgentPoolOptions) {
    this.#options = options;
  }

  /** A place in a process that has room; undefined if all are full. */
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

  /** A place in a process of its own, where no session can make room. */
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

  /** The session has no agent any more. */
  release(sessionId: string): void {
    const one = this.#processOf(sessionId);
    if (one === undefined) return;
    one.sessionIds.delete(sessionId);
    one.usedAtMs = this.#options.clock.now();
    if (one.isRetired && one.sessionIds.size === 0) this.#end(one);
  }

  /** The process that a session is in does not react: nothing new goes there. The sessions that it has. */
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

  /** Ends the processes that no session has needed for that long. */
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

  /** The other sessions in the process of this one, where it should be alone there. */
  intruders(sessionId: string): readonly string[] {
    for (const key of this.#solitary) {
      const home = this.#programs.get(key)?.find(({ sessionIds }) => sessionIds.has(sessionId));
      if (home !== undefined) return [...home.sessionIds].filter((id) => id !== sessionId);
    }
    return [];
  }

  /** Sessions that could be closed to make room: the agent brings them back when they are needed. */
  replaceable(key: string): readonly string[] {
    const processes = this.#programs.get(key) ?? [];
    return processes.filter(({ agent }) => canReopen(agent)).flatMap(({ sessionIds }) => [...sessionIds]);
  }

  /** When a program has all the processes it may have, its sessions share them, whatever it sends. */
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
    const { parleyHome, ask, level, snapshots, store, clientInfo, cwd, clock, log } = this.#options;
    const features = createFeatures({
      ask,
      rules: openRulesFile(parleyHome),
      agentName: name,
      level,
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
    // In its sandbox there is no other folder.
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
