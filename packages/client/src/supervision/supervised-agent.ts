// Implements `Agent`: a supervised process, its sessions, signing in.
import type { SessionStore } from "@parley/home/session-log";
import type { InitializeResponse, SessionInfo as AgentSessionInfo } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { AgentRun } from "../connection/agent-run.ts";
import type { Session } from "../sessions/session.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { TurnEnding } from "../sessions/turn.ts";
import type { Agent, AgentState } from "./agent.ts";
import type { SignIn } from "../connection/sign-ins.ts";
import type { SessionSetup } from "../sessions/session-setup.ts";
import { Supervisor, type SupervisorOptions } from "./supervisor.ts";

export interface SupervisedAgentOptions extends Omit<
  SupervisorOptions,
  "env" | "onSpawned" | "onRunning" | "onCrashed" | "onRefused"
> {
  readonly store: SessionStore;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly signInValues?: Readonly<Record<string, string>> | undefined;
}

export class SupervisedAgent implements Agent {
  readonly name: string;
  readonly #options: SupervisedAgentOptions;
  readonly #supervisor: Supervisor;
  #sessions: Sessions | undefined;
  #signIns: readonly SignIn[] = [];
  /** Values that a user entered to sign in. Never stored. */
  #signInEnv: Readonly<Record<string, string>>;

  constructor(options: SupervisedAgentOptions) {
    this.name = options.name;
    this.#signInEnv = options.signInValues ?? {};
    this.#options = options;
    this.#supervisor = new Supervisor({
      ...options,
      env: () => ({ ...options.env, ...this.#signInEnv }),
      onSpawned: () => this.#loadSessions(),
      onRunning: (run) => this.#running(run),
      onRefused: (why) => this.#sessions?.noteAll(`Blocked by the sandbox: ${why}`),
      onCrashed: (end) => this.#sessions?.agentEnded(end, { error: end.error }),
    });
  }

  get state(): AgentState {
    return this.#supervisor.state;
  }

  get stderr(): string {
    return this.#supervisor.stderr;
  }

  get signIns(): readonly SignIn[] {
    return this.#signIns;
  }

  onState(listener: (state: AgentState) => void): () => void {
    return this.#supervisor.onState(listener);
  }

  onStderr(listener: (text: string) => void): () => void {
    return this.#supervisor.onStderr(listener);
  }

  async start(): Promise<InitializeResponse> {
    const { info } = await this.#supervisor.started();
    return info;
  }

  spawned(): Promise<void> {
    return this.#supervisor.spawned();
  }

  async restart(): Promise<void> {
    this.#supervisor.forgetCrashes();
    await this.#replace("The agent was restarted during the turn");
  }

  async stop(): Promise<void> {
    this.#sessions?.agentEnded(undefined, CANCELLED);
    await this.#supervisor.stop();
  }

  async newSession(setup: SessionSetup): Promise<Session> {
    return this.#withSessions((sessions, ready) => sessions.create(setup, ready));
  }

  async resumeSession(id: string, setup: Omit<SessionSetup, "cwd">): Promise<Session> {
    return this.#withSessions((sessions, ready) => sessions.resume(id, setup, ready));
  }

  async importSession(agentSessionId: string, setup: SessionSetup): Promise<Session> {
    return this.#withSessions((sessions, ready) => sessions.import(agentSessionId, setup, ready));
  }

  async listSessions(cwd?: string): Promise<readonly AgentSessionInfo[] | undefined> {
    return this.#withSessions((sessions, ready) => sessions.list(cwd, ready));
  }

  async signIn(methodId: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
    const run = await this.#supervisor.started();
    const { signIn } = await import("./sign-in.ts");
    await signIn(run, methodId, values, async (env) => {
      this.#signInEnv = { ...this.#signInEnv, ...env };
      await this.restart();
      return this.#supervisor.started();
    });
  }

  async signOut(): Promise<void> {
    const run = await this.#supervisor.started();
    const hadValues = Object.keys(this.#signInEnv).length > 0;
    this.#signInEnv = {};
    if (run.supports("auth.logout")) await run.request("logout", {});
    else if (!hadValues) {
      const message = `${run.launch.title} does not support signing out`;
      throw new ParleyError({ code: "capability_missing", message });
    }
    if (hadValues) await this.restart();
  }

  async close(): Promise<void> {
    this.#sessions?.agentEnded(undefined, CANCELLED);
    await this.#supervisor.close();
    await this.#sessions?.closeAll();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #running(run: AgentRun): Promise<void> {
    this.#signIns = run.signIns;
    await this.#sessions?.attachAll(run);
  }

  async #replace(why: string): Promise<void> {
    this.#sessions?.agentEnded(undefined, { error: new ParleyError({ code: "connection_closed", message: why }) });
    await this.#supervisor.replace();
  }

  /** The process is started first; the code of sessions is loaded while it boots. */
  async #withSessions<T>(use: (sessions: Sessions, ready: Promise<AgentRun>) => Promise<T>): Promise<T> {
    const ready = this.#supervisor.ready();
    // A failure is reported to the caller that awaits it, which may be later.
    ready.catch(() => undefined);
    await this.#supervisor.spawned();
    return use(await this.#loadSessions(), ready);
  }

  async #loadSessions(): Promise<Sessions> {
    const module = await import("../sessions/sessions.ts");
    this.#sessions ??= new module.Sessions({
      ...this.#options,
      agentName: this.name,
      ready: () => this.#supervisor.ready(),
      replace: () => this.#replace("The agent was restarted because it did not respond in another session"),
    });
    return this.#sessions;
  }
}

/** How a turn ends when the agent is stopped. */
const CANCELLED: TurnEnding = { stopReason: "cancelled" };
