// The agent and its sessions in this process, for a chat without a server.
import type { PromptCapabilities } from "@parley/acp";
import type { Ask, Session, SessionSetup, SignIn } from "@parley/client";
import type { SessionInfo, SessionStore } from "@parley/home/session-log";
import { neutralLine, type Log } from "@parley/base";
import { agentOfSession, type AgentChoice } from "../client/choose-agent.ts";
import type { Client } from "../client/open-client.ts";
import type { CommandContext } from "../command.ts";
import { FAILURE_WAIT_MS } from "../limits.ts";
import { describeFailure, describeWork } from "./agent-watch.ts";
import type { ChatAgent, ChatHost, ChatHostEvents, EventListener, OpenSession } from "./chat-host.ts";
import type { DeferredAsk } from "./deferred-ask.ts";

export interface LocalHostOptions {
  readonly context: CommandContext;
  readonly setup: SessionSetup;
  readonly deferred: DeferredAsk;
  readonly connect: (agent: AgentChoice, ask: Ask, log: Log) => Client;
}

export class LocalHost implements ChatHost, ChatAgent {
  readonly #options: LocalHostOptions;
  #client: Client;
  #events: ChatHostEvents | undefined;
  #stopWatching: () => void = () => undefined;
  #sinceMs = Date.now();
  #isOpen = false;
  readonly connection = undefined;
  readonly hasFiles = true;

  constructor(client: Client, options: LocalHostOptions) {
    this.#client = client;
    this.#options = options;
  }

  get agent(): ChatAgent {
    return this;
  }

  get sessions(): SessionStore {
    return this.#client.store;
  }

  listen(events: ChatHostEvents): void {
    this.#events = events;
    this.#use(this.#client);
  }

  async begin(name: string | undefined, onEvents: EventListener): Promise<OpenSession> {
    const { name: _first, ...setup } = this.#options.setup;
    const named = name === undefined ? {} : { name };
    return this.#opened(await this.#client.agent.newSession({ ...setup, ...named, onEvents }));
  }

  /** Its agent may be another one than the current one. */
  async resume(info: SessionInfo, onEvents: EventListener): Promise<OpenSession> {
    const { context, setup, deferred, connect } = this.#options;
    const before = this.#client;
    const isOther = info.agent.name !== before.agent.name;
    if (isOther) this.#use(connect(agentOfSession(context, info.agent), deferred.ask, deferred.log));
    const { cwd: _cwd, name: _name, ...rest } = setup;
    try {
      const session = await this.#client.agent.resumeSession(info.id, { ...rest, onEvents });
      if (isOther) await before.close();
      return this.#opened(session);
    } catch (error) {
      const failed = this.#client;
      if (failed === before) throw error;
      this.#use(before);
      await failed.close();
      throw error;
    }
  }

  async fork(session: OpenSession): Promise<OpenSession> {
    return (session as Session).fork();
  }

  /** Nothing was created. */
  cancelOpening(): Promise<void> {
    return Promise.resolve();
  }

  async leave(session: OpenSession): Promise<void> {
    await (session as Session).close();
  }

  async close(): Promise<void> {
    this.#stopWatching();
    await this.#client.close();
  }

  get name(): string {
    return this.#client.agent.name;
  }

  get title(): string {
    const { state } = this.#client.agent;
    if (state.state !== "running") return neutralLine(this.name);
    const { agentInfo } = state.info;
    return neutralLine(agentInfo?.title ?? agentInfo?.name ?? state.launch.title);
  }

  get version(): string | undefined {
    const { state } = this.#client.agent;
    return state.state === "running" ? (state.info.agentInfo?.version ?? state.launch.version) : undefined;
  }

  get promptCapabilities(): PromptCapabilities | undefined {
    const { state } = this.#client.agent;
    return state.state === "running" ? state.info.agentCapabilities?.promptCapabilities : undefined;
  }

  get details(): string {
    const { state } = this.#client.agent;
    return state.state === "running" ? `${this.name}, pid ${state.pid}` : `${this.name}, ${state.state}`;
  }

  work(nowMs: number): { readonly text: string; readonly startedAt: number } | undefined {
    const { state } = this.#client.agent;
    const text = describeWork(state, this.name, nowMs);
    return text === undefined ? undefined : { text, startedAt: state.state === "starting" ? this.#sinceMs : nowMs };
  }

  signIns(): Promise<readonly SignIn[]> {
    return Promise.resolve(this.#client.agent.signIns);
  }

  signIn(methodId: string, values?: Readonly<Record<string, string>>): Promise<void> {
    return this.#client.agent.signIn(methodId, values);
  }

  signOut(): Promise<void> {
    return this.#client.agent.signOut();
  }

  restart(): Promise<void> {
    return this.#client.agent.restart();
  }

  #opened(session: Session): OpenSession {
    this.#isOpen = true;
    return session;
  }

  #use(client: Client): void {
    this.#client = client;
    this.#stopWatching();
    this.#sinceMs = Date.now();
    this.#stopWatching = client.agent.onState((state) => {
      this.#sinceMs = Date.now();
      // The session's events say what happened, so they are shown before the failure.
      if (state.state === "error")
        setTimeout(() => {
          if (!this.#isOpen) return;
          for (const block of describeFailure(state, state.error.code === "agent_crashed")) this.#events?.print(block);
        }, FAILURE_WAIT_MS);
      this.#events?.onChange();
    });
  }
}
