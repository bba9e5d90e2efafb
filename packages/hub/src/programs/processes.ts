// The processes of an agent for operations without a session: sign in, sign out, restart, read output.
import { createId, ParleyError, unlessAborted, type Clock } from "@parley/base";
import type { Agent, SignIn } from "@parley/client";
import { redact } from "@parley/policy";
import type { AgentEntry } from "../api/agents.ts";
import type { AgentJobReport } from "../api/agent-jobs.ts";
import type { Variables } from "../api/given-launch.ts";
import type { ProgramLog, ProgramProcess, SignInState } from "../api/programs.ts";
import type { AgentPool, PooledProcess } from "../links/agent-pool.ts";
import type { LinkSessions } from "../links/link-sessions.ts";
import { OWN } from "../links/process-spec.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { toNewRow } from "../sessions/new-row.ts";

export interface ProcessesOptions {
  readonly pool: AgentPool;
  readonly links: LinkSessions;
  readonly live: LiveSessions;
  readonly defaultCwd: string;
  readonly clock: Clock;
}

interface SignInWork {
  readonly methodId: string;
  readonly values: Variables;
  readonly signal: AbortSignal;
  readonly report: AgentJobReport;
}

export class AgentProcesses {
  readonly #options: ProcessesOptions;

  constructor(options: ProcessesOptions) {
    this.#options = options;
  }

  list(name: string): readonly ProgramProcess[] {
    return this.#options.pool.processes(name).map(describe);
  }

  signInOf(name: string): SignInState {
    return this.#options.pool.signIns.of(name);
  }

  /** Without secrets: an agent may print the keys that it read itself. */
  log(entry: AgentEntry): readonly ProgramLog[] {
    return this.#of(entry).map((one) => ({ ...describe(one), text: redact(one.agent.stderr) }));
  }

  signIns(entry: AgentEntry): Promise<readonly SignIn[]> {
    return this.#use(entry, async (agent) => {
      await agent.start();
      return agent.signIns;
    });
  }

  /** The agent's output is shown while it signs in: it may be an address or a code to enter there. */
  async signIn(entry: AgentEntry, { methodId, values, signal, report }: SignInWork): Promise<void> {
    const { pool } = this.#options;
    const isRestart = Object.keys(values).length > 0;
    await this.#use(entry, async (agent, isAlone) => {
      if (isRestart) this.#checkIdle(entry, agent);
      const lines = toLines((text) => report({ type: "line", text }));
      const stop = agent.onStderr(lines);
      try {
        await unlessAborted(agent.signIn(methodId, values), signal);
      } catch (error) {
        // The agent still waits for the sign-in.
        if (signal.aborted && isAlone()) await agent.stop();
        throw error;
      } finally {
        stop();
      }
      pool.signIns.signedIn(nameOf(entry), values);
    });
    // The others read their credentials when they are started.
    pool.endUnused(nameOf(entry));
  }

  async signOut(entry: AgentEntry): Promise<void> {
    const { pool } = this.#options;
    const running = this.#of(entry);
    for (const { agent } of running) this.#checkIdle(entry, agent);
    if (running.length === 0) await this.#use(entry, (agent) => agent.signOut());
    else for (const { agent } of running) await agent.signOut();
    pool.signIns.signedOut(nameOf(entry));
  }

  async restart(entry: AgentEntry): Promise<number> {
    const running = this.#of(entry);
    for (const { agent } of running) this.#checkIdle(entry, agent);
    await Promise.all(running.map(({ agent }) => agent.restart()));
    return running.length;
  }

  #of(entry: AgentEntry): readonly PooledProcess[] {
    return this.#options.pool.processes(nameOf(entry));
  }

  #checkIdle({ title }: AgentEntry, agent: Agent): void {
    const { live } = this.#options;
    if (!this.#sessionsIn(agent).some((id) => (live.find(id)?.busy ?? 0) > 0)) return;
    const message = `A session runs a turn in a process of ${title}. Try again when it has ended`;
    throw new ParleyError({ code: "session_busy", message });
  }

  #sessionsIn(agent: Agent): readonly string[] {
    const all = this.#options.pool.processes(agent.name);
    return [...(all.find((one) => one.agent === agent)?.sessionIds ?? [])];
  }

  #use<Result>(entry: AgentEntry, use: (agent: Agent, isAlone: () => boolean) => Promise<Result>): Promise<Result> {
    const { links, clock, defaultCwd } = this.#options;
    const id = createId(clock);
    const row = toNewRow({}, { id, entry, launch: undefined, defaultCwd, nowMs: clock.now() });
    return links.withProgram({ id, row }, entry, (agent) =>
      use(agent, () => this.#sessionsIn(agent).every((one) => one === id)),
    );
  }
}

/** All modes of our own agent are one program. */
function nameOf({ kind, name }: AgentEntry): string {
  return kind === "mode" ? OWN : name;
}

function describe({ agent: { state }, cwd, sessionIds }: PooledProcess): ProgramProcess {
  const pid = state.state === "running" ? { pid: state.pid } : {};
  return { state: state.state, ...pid, cwd, sessions: sessionIds.size };
}

/** Calls back with whole lines. */
function toLines(line: (text: string) => void): (piece: string) => void {
  let rest = "";
  return (piece) => {
    const lines = `${rest}${piece}`.split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) if (text.trim() !== "") line(text);
  };
}
