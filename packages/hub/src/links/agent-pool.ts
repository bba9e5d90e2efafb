// The processes of agents: one for each program, folder and environment, shared by sessions; another one when it is full.
// A program whose messages name no session gets a process for each session.
import type { Implementation, InitializeResponse } from "@parley/acp";
import { ParleyError, type Clock, type Log } from "@parley/base";
import {
  connectAgent,
  type Agent,
  type AgentObserver,
  type AgentProblem,
  type Ask,
  type ClientLimits,
  type FindAgent,
} from "@parley/client";
import { createFeatures, type FeaturesOptions, type OpenTextFiles } from "@parley/client/features";
import { openRulesFile } from "@parley/home/rules";
import type { SessionStore } from "@parley/home/session-log";
import type { SessionPolicy } from "@parley/policy";
import { OWN_LINKS_MAX, PROCESS_LINKS_MAX, PROCESSES_MAX, TRANSCRIPT_LIMITS } from "../limits.ts";
import type { ProcessSpec } from "./process-spec.ts";
import { SignInStates } from "./sign-in-states.ts";

export interface AgentPoolOptions {
  readonly parleyHome: string;
  readonly store: SessionStore;
  readonly ask: Ask;
  /** The policy of a session; undefined if the session is not in memory. */
  readonly policy: (sessionId: string) => SessionPolicy | undefined;
  readonly snapshots: boolean;
  /** The snapshot before a session's running turn; undefined when the turn is over. */
  readonly onSnapshot: (sessionId: string, before: string | undefined) => void;
  /** The files of a session, through editors or on the disk. */
  readonly files: OpenTextFiles;
  readonly terminals: NonNullable<FeaturesOptions["terminals"]>;
  readonly clientInfo: Implementation;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: Partial<ClientLimits> | undefined;
  /** Watches the traffic of a process. */
  readonly observe: (key: string) => AgentObserver;
}

/** One process, and the sessions in it, by our ids. */
interface PooledAgent {
  readonly place: ProcessSpec;
  readonly agent: Agent;
  readonly sessionIds: Set<string>;
  /** It hangs: its sessions move to another process, and it is stopped when the last one has left. */
  isRetired: boolean;
  /** When a session last used it. */
  usedAtMs: number;
}

/** A process as it is shown: where it runs, and for which sessions. */
export interface PooledProcess {
  readonly agent: Agent;
  readonly cwd: string;
  readonly sessionIds: ReadonlySet<string>;
}

export class AgentPool {
  readonly signIns = new SignInStates();
  readonly #options: AgentPoolOptions;
  /** By the key of what shares them. */
  readonly #processes = new Map<string, PooledAgent[]>();
  /** Processes that are being stopped. */
  readonly #ending = new Set<Promise<void>>();
  /** Programs whose messages name no session: they are unambiguous only if a process has one session. */
  readonly #solitary = new Set<string>();
  #isClosed = false;

  constructor(options: AgentPoolOptions) {
    this.#options = options;
  }

  /** Adds the session to a process that has room; undefined if there is none, and the program may not have another one. */
  take(place: ProcessSpec, sessionId: string, find: FindAgent): Agent | undefined {
    this.release(sessionId);
    const healthy = this.#of(place.key).filter(({ isRetired }) => !isRetired);
    const max = this.#linksMax(place);
    const free = healthy.find(({ sessionIds }) => sessionIds.size < max);
    if (free === undefined) {
      return healthy.length === 0 && !this.isFull(place) ? this.takeFurther(place, sessionId, find) : undefined;
    }
    free.sessionIds.add(sessionId);
    return free.agent;
  }

  /** The program has all the processes that it may have, and each of them has a session. */
  isFull({ program }: ProcessSpec): boolean {
    const all = this.#ofProgram(program);
    return all.length >= PROCESSES_MAX && all.every(({ sessionIds }) => sessionIds.size > 0);
  }

  /** Starts another process for the session; one without sessions makes room for it. */
  takeFurther(place: ProcessSpec, sessionId: string, find: FindAgent): Agent {
    const { key, name, program } = place;
    if (this.#isClosed) throw new Error("The hub is closed");
    if (this.isFull(place)) {
      const message = `${PROCESSES_MAX} processes of ${name} are running and all their sessions are in use. Try again when a turn has ended`;
      throw new ParleyError({ code: "limit_reached", message });
    }
    if (this.#ofProgram(program).length >= PROCESSES_MAX) this.#endLongestEmpty(program);
    const agent = this.#create(place, find);
    const usedAtMs = this.#options.clock.now();
    const further = { place, agent, sessionIds: new Set([sessionId]), isRetired: false, usedAtMs };
    this.#processes.set(key, [...this.#of(key), further]);
    return agent;
  }

  /** The processes of an agent, by its name. */
  processes(name: string): readonly PooledProcess[] {
    return this.#all()
      .filter(({ place }) => place.name === name)
      .map(({ place: { cwd }, agent, sessionIds }) => ({ agent, cwd, sessionIds }));
  }

  /** Stops the processes of an agent that no session uses: the next session starts another one. */
  endUnused(name: string): void {
    for (const one of this.#all()) if (one.place.name === name && one.sessionIds.size === 0) this.#end(one);
  }

  /** Records from the result of opening a session whether its agent needs a sign-in. */
  noteOpened(sessionId: string, error?: unknown): void {
    const one = this.#processOf(sessionId);
    if (one !== undefined) this.signIns.learn(one.place.name, error);
  }

  agentOf(sessionId: string): Agent | undefined {
    return this.#processOf(sessionId)?.agent;
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

  /** Whether the agent can continue a session that was closed. */
  canReopen(sessionId: string): boolean {
    const agent = this.#processOf(sessionId)?.agent;
    return agent !== undefined && canReopen(agent);
  }

  /** Stops the processes that no session has needed for that long. */
  endIdle(idleMs: number): void {
    const now = this.#options.clock.now();
    for (const one of this.#all()) {
      if (one.sessionIds.size === 0 && now - one.usedAtMs >= idleMs) this.#end(one);
    }
  }

  #all(): PooledAgent[] {
    return [...this.#processes.values()].flat();
  }

  #of(key: string): readonly PooledAgent[] {
    return this.#processes.get(key) ?? [];
  }

  #ofProgram(program: string): PooledAgent[] {
    return this.#all().filter(({ place }) => place.program === program);
  }

  #processOf(sessionId: string): PooledAgent | undefined {
    return this.#all().find(({ sessionIds }) => sessionIds.has(sessionId));
  }

  #endLongestEmpty(program: string): void {
    const empty = this.#ofProgram(program).filter(({ sessionIds }) => sessionIds.size === 0);
    const [oldest] = empty.toSorted((one, other) => one.usedAtMs - other.usedAtMs);
    if (oldest !== undefined) this.#end(oldest);
  }

  #end(one: PooledAgent): void {
    const { key } = one.place;
    const left = this.#of(key).filter((other) => other !== one);
    if (left.length === 0) this.#processes.delete(key);
    else this.#processes.set(key, left);
    const ending = one.agent.close().catch((cause: unknown) => {
      this.#options.log.write("warn", "Could not stop an agent process", { agent: one.agent.name, cause });
    });
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }

  /** The other sessions in this session's process. */
  others(sessionId: string): readonly string[] {
    return [...(this.#processOf(sessionId)?.sessionIds ?? [])].filter((id) => id !== sessionId);
  }

  /** Like `others`, if the session should be alone there. */
  intruders(sessionId: string): readonly string[] {
    const program = this.#processOf(sessionId)?.place.program;
    return program !== undefined && this.#solitary.has(program) ? this.others(sessionId) : [];
  }

  /** Sessions that could be closed to make room in their process, because the agent can reopen them. */
  replaceable({ key }: ProcessSpec): readonly string[] {
    return this.#of(key).flatMap(({ agent, sessionIds }) => (canReopen(agent) ? [...sessionIds] : []));
  }

  /** The sessions of each process of the program that could be closed to make room for another process. */
  replaceableProcesses({ program }: ProcessSpec): readonly (readonly string[])[] {
    return this.#ofProgram(program).flatMap(({ agent, sessionIds }) => (canReopen(agent) ? [[...sessionIds]] : []));
  }

  /** A program that has reached its limit of processes shares them, whatever it sends. */
  #linksMax({ program, isOwn }: ProcessSpec): number {
    if (this.#solitary.has(program) && this.#ofProgram(program).length < PROCESSES_MAX) return 1;
    return isOwn ? OWN_LINKS_MAX : PROCESS_LINKS_MAX;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all().map(({ agent }) => agent.close()), ...this.#ending]);
    this.#processes.clear();
  }

  #create({ program, isBrought, name, isOwn, cwd, env, sandbox }: ProcessSpec, find: FindAgent): Agent {
    const { parleyHome, ask, policy, snapshots, store, clientInfo, clock, log } = this.#options;
    const features = createFeatures({
      ask,
      rules: openRulesFile(parleyHome),
      agentName: name,
      // For a deleted session, everything needs approval.
      level: (sessionId) => policy(sessionId)?.level ?? "supervised",
      sessionRules: (sessionId) => policy(sessionId)?.rules,
      decides: isOwn,
      snapshots,
      onSnapshot: this.#options.onSnapshot,
      files: this.#options.files,
      terminals: this.#options.terminals,
      parleyHome,
      sandbox,
      clock,
      log,
    });
    const observe = (): AgentObserver => this.#options.observe(name);
    const onProblem = ({ kind }: AgentProblem): void => {
      if (kind === "session_omitted") this.#solitary.add(program);
    };
    const limits = { transcript: TRANSCRIPT_LIMITS, ...this.#options.limits };
    const signInValues = isBrought ? {} : this.signIns.valuesOf(name);
    const common = { features, store, clientInfo, cwd, env, sandbox, clock, log, observe, limits, onProblem };
    return connectAgent({ name, find, signInValues, ...common });
  }
}

function canReopen({ state }: Agent): boolean {
  if (state.state !== "running") return false;
  return state.info.agentCapabilities?.loadSession === true || hasResume(state.info);
}

function hasResume({ agentCapabilities }: InitializeResponse): boolean {
  return (agentCapabilities?.sessionCapabilities?.resume ?? undefined) !== undefined;
}
