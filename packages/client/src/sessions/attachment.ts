// Attaches a session to the process that serves it, and to the next one after a restart.
//
// `session/resume` is preferred because it replays nothing; then `session/load`, whose replay is already in the log. An agent
// that supports neither, or no longer knows the session, gets a new one: it loses the conversation, the log does not.
import { toHistoryUpdates, type LoadSessionResponse, type SessionEventBody } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import type { AgentRun } from "../connection/agent-run.ts";
import type { SessionMailbox } from "../connection/session-mailbox.ts";
import type { SessionSetup } from "./session-setup.ts";
import type { Choices, SessionState } from "./choices.ts";
import type { ReplayFilter } from "./replay-filter.ts";
import type { SessionHost, SessionLink } from "./session-host.ts";
import type { SessionInbox } from "./session-inbox.ts";
import { toSetupParams, type SetupParams } from "./setup-params.ts";

export interface AttachmentOptions {
  readonly host: SessionHost;
  readonly setup: SessionSetup;
  readonly inbox: SessionInbox;
  readonly filter: ReplayFilter;
  readonly choices: Choices;
  readonly agentSessionId: string | undefined;
  /** Our id. */
  readonly sessionId: string;
  readonly record: (body: SessionEventBody) => void;
  /** Restores the chosen mode and options that a new process has forgotten. */
  readonly restoreChoices: (link: SessionLink) => Promise<void>;
}

const WAYS = [
  { method: "session/resume", capability: "sessionCapabilities.resume", history: "resumed" },
  { method: "session/load", capability: "loadSession", history: "loaded" },
] as const;
type Way = (typeof WAYS)[number];

export class Attachment {
  readonly #options: AttachmentOptions;
  #link: SessionLink | undefined;
  #attaching: { readonly run: AgentRun; readonly done: Promise<SessionLink> } | undefined;
  agentSessionId: string;

  constructor(options: AttachmentOptions) {
    this.#options = options;
    this.agentSessionId = options.agentSessionId ?? "";
  }

  get link(): SessionLink | undefined {
    return this.#link;
  }

  /** Attaches a session that this process has just created; messages that arrived meanwhile are delivered now. */
  begin(link: SessionLink, state: SessionState, leftOut: readonly string[]): void {
    this.#take(link, state, { type: "agent_started" }, leftOut);
    this.#openMailbox(link.run, link.mailbox);
  }

  /** The link to the current process; waits for it. */
  async ready(): Promise<SessionLink> {
    if (this.#attaching === undefined && this.#link !== undefined && !this.#link.run.isOver) return this.#link;
    return this.attach(await this.#options.host.ready());
  }

  attach(run: AgentRun): Promise<SessionLink> {
    if (this.#attaching?.run === run) return this.#attaching.done;
    if (this.#attaching === undefined && this.#link?.run === run) return Promise.resolve(this.#link);
    const before = this.#attaching?.done;
    const done = this.#attach(run, before).finally(() => {
      if (this.#attaching?.done === done) this.#attaching = undefined;
    });
    this.#attaching = { run, done };
    return done;
  }

  /** Loads a session of the agent and records its history. */
  async import(run: AgentRun, method: Way["method"]): Promise<void> {
    const { filter } = this.#options;
    const { params, leftOut } = this.#params(run);
    const mailbox = run.router.claim(this.agentSessionId);
    this.#openMailbox(run, mailbox);
    filter.begin("import");
    const link: SessionLink = { run, mailbox, agentSessionId: this.agentSessionId, owed: undefined };
    this.#started(link);
    try {
      await run.request(
        method,
        { sessionId: this.agentSessionId, ...params },
        {
          timeoutMs: this.#options.host.limits.openSessionMs,
          onResult: (state) => {
            this.#replay(state);
            filter.answered();
            this.#take(link, state, undefined, leftOut);
          },
        },
      );
    } catch (error) {
      mailbox.close();
      throw error;
    }
  }

  /** For agents that send the history in the response instead of in updates before it. */
  #replay({ messages }: LoadSessionResponse): void {
    const { filter, inbox } = this.#options;
    if (filter.hasReplayed) return;
    for (const update of toHistoryUpdates(messages ?? [])) inbox.update(update);
  }

  /** The process has ended, or the session is closed. */
  detach(): void {
    this.#link?.mailbox.close();
    this.#link = undefined;
    this.#options.filter.end();
  }

  async #attach(run: AgentRun, before: Promise<unknown> | undefined): Promise<SessionLink> {
    // Its process is gone; only the features have to clean up.
    await before?.catch(() => undefined);
    this.detach();
    const { params, leftOut } = this.#params(run);
    const link = (await this.#reopen(run, params, leftOut)) ?? (await this.#beginAnew(run, params, leftOut));
    await this.#options.restoreChoices(link);
    return link;
  }

  async #reopen(run: AgentRun, params: SetupParams, leftOut: readonly string[]): Promise<SessionLink | undefined> {
    if (this.agentSessionId === "") return undefined;
    for (const way of WAYS) {
      const link = run.supports(way.capability) ? await this.#try(way, run, params, leftOut) : undefined;
      if (link !== undefined) return link;
    }
    return undefined;
  }

  /** Undefined if the agent refuses. */
  async #try(
    { method, history }: Way,
    run: AgentRun,
    params: SetupParams,
    leftOut: readonly string[],
  ): Promise<SessionLink | undefined> {
    const { filter, host } = this.#options;
    const sessionId = this.agentSessionId;
    const mailbox = run.router.claim(sessionId);
    this.#openMailbox(run, mailbox);
    filter.begin(method === "session/load" ? "load" : "resume");
    const link: SessionLink = { run, mailbox, agentSessionId: sessionId, owed: undefined };
    const opened = (state: SessionState, how: string): void => {
      filter.answered();
      this.#take(link, state, { type: "agent_restarted", history: how }, leftOut);
    };
    try {
      const timeoutMs = host.limits.openSessionMs;
      await run.request(method, { sessionId, ...params }, { timeoutMs, onResult: (state) => opened(state, history) });
      return link;
    } catch (error) {
      if (isOpenAlready(error)) {
        opened({}, "resumed");
        return link;
      }
      mailbox.close();
      filter.end();
      if (error instanceof RpcError || (error instanceof ParleyError && error.code === "invalid_message"))
        return undefined;
      throw error;
    }
  }

  async #beginAnew(run: AgentRun, params: SetupParams, leftOut: readonly string[]): Promise<SessionLink> {
    const { host, record } = this.#options;
    const expected = run.router.expectSession();
    let link: SessionLink | undefined;
    try {
      await run.request("session/new", params, {
        timeoutMs: host.limits.openSessionMs,
        onResult: ({ sessionId, ...state }) => {
          const mailbox = run.router.claim(sessionId);
          link = { run, mailbox, agentSessionId: sessionId, owed: undefined };
          this.#take(link, state, { type: "agent_restarted", history: "lost" }, leftOut);
          const text = `${run.launch.title} could not restore the conversation; it continues in a new session`;
          record({ type: "note", level: "warning", text });
          this.#openMailbox(run, mailbox);
        },
      });
    } finally {
      expected();
    }
    if (link === undefined)
      throw new ParleyError({ code: "session_lost", message: "The agent did not create a new session" });
    return link;
  }

  #openMailbox(run: AgentRun, mailbox: SessionMailbox): void {
    run.attached(mailbox.sessionId, this.#options.sessionId);
    mailbox.open(this.#options.inbox);
  }

  #params(run: AgentRun): ReturnType<typeof toSetupParams> {
    return toSetupParams(this.#options.setup, (capability) => run.supports(capability));
  }

  /** In wire order: messages after the response are handled after it. */
  #take(
    link: SessionLink,
    state: SessionState,
    event: { type: "agent_started" } | { type: "agent_restarted"; history: string } | undefined,
    leftOut: readonly string[],
  ): void {
    const { choices, record } = this.#options;
    this.#link = link;
    this.agentSessionId = link.agentSessionId;
    if (event !== undefined) record({ ...event, ...this.#describe(link) });
    for (const text of leftOut) record({ type: "note", level: "warning", text });
    choices.reset(state);
    const { modes, configOptions } = state;
    if (modes) record({ type: "mode", modeId: modes.currentModeId, modes: modes.availableModes });
    if (configOptions) record({ type: "config", configOptions });
  }

  #started(link: SessionLink): void {
    this.#options.record({ type: "agent_started", ...this.#describe(link) });
  }

  #describe({ run, agentSessionId }: SessionLink) {
    const { name, title, version } = run.info.agentInfo ?? { name: this.#options.host.agentName };
    const shown = title ?? run.launch.title;
    const agent = { name, title: shown, ...(version !== undefined && { version }) };
    return { agent, agentSessionId, cwd: this.#options.setup.cwd };
  }
}

const OPEN_ALREADY = /\balready (loaded|open|opened|active|running)\b/i;

/** A process that still has the session open refuses to load it, and can simply continue with it. */
function isOpenAlready(error: unknown): boolean {
  return error instanceof RpcError && error.code === ErrorCodes.invalidParams && OPEN_ALREADY.test(error.message);
}
