// The sessions of the hub: one conversation each, on every surface and with any agent.
import type { PromptValues, RenderedPrompt, SessionOffer } from "./session-offer.ts";
import type { AvailableCommand, ContentBlock, EventActor, McpServer, SessionEventBody, Usage } from "@parley/acp";
import type { SandboxSetting } from "@parley/base";
import type { SessionChoices, SignIn } from "@parley/client";
import type { SessionPolicy } from "@parley/policy";
import type { AgentFacts } from "./agents.ts";
import type { GivenLaunch } from "./given-launch.ts";
import type { KeyedRequest } from "./keyed-request.ts";
import type { AbandonedRange, EventPage, LoggedEvent, Subscriber, Subscription } from "./log.ts";

export interface HubSession extends SessionPolicy {
  readonly id: string;
  readonly title: string;
  /** The user chose the title; it does not come from the first prompt or the agent. */
  readonly isNamed: boolean;
  /** Name of an entry of `agents`. */
  readonly agent: string;
  readonly cwd: string;
  readonly additionalFolders: readonly string[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly turns: number;
  /** Number of the latest event, 0 before the first. */
  readonly lastSeq: number;
  /** The conversation was last cleared at this event; 0 if it never was. */
  readonly clearedSeq: number;
  readonly forkedFrom?: string | undefined;
  /** Events that no longer count, because the conversation was rewound to before them. */
  readonly abandoned?: readonly AbandonedRange[] | undefined;
  /** Summed over all turns. */
  readonly usage: Usage;
  readonly state: "idle" | "running" | "awaiting";
  /** The beginning of the last prompt or tool call, or the last line of the answer or error. Undefined if none is known. */
  readonly lastLine?: string | undefined;
  /** How its last turn ended. Undefined before the first end, and after the conversation was cleared or rewound. */
  readonly lastTurn?: "completed" | "failed" | "cancelled" | undefined;
  /** MCP servers of this session. */
  readonly extensions: readonly McpServer[];
  /** The least strict sandbox that its agent may run in, whatever the configuration says. */
  readonly sandbox?: SandboxSetting | undefined;
}

/** Its level (default: the hub's), its rules (default: none), what its agent is started with. Rejects with `bad_input`. */
export interface NewHubSession extends Partial<SessionPolicy>, GivenLaunch {
  /** A UUID that the caller chose; ours unless given. Rejects with `session_exists` if there is one. */
  readonly id?: string | undefined;
  /** The default agent unless given. Not with `launch`. */
  readonly agent?: string | undefined;
  /** Absolute; the hub's default folder unless given. */
  readonly cwd?: string | undefined;
  /** It works in a git worktree of the folder, with its own branch. Rejects with `usage` outside of a repository. */
  readonly worktree?: boolean | undefined;
  readonly additionalFolders?: readonly string[] | undefined;
  readonly title?: string | undefined;
  readonly extensions?: readonly McpServer[] | undefined;
  /** Rejects with `sandbox_unavailable` if this machine has none. */
  readonly sandbox?: SandboxSetting | undefined;
  /** The same key gives the same session. */
  readonly idempotencyKey?: string | undefined;
  readonly keyedRequest?: KeyedRequest | undefined;
  /** It is deleted some time after its last follower has left and its turns have ended. */
  readonly isEphemeral?: boolean | undefined;
  /** Id of a session whose environment it shares. */
  readonly environmentOf?: string | undefined;
}

export interface ForkOptions extends Pick<NewHubSession, "idempotencyKey" | "keyedRequest"> {
  /** The last event of the copy (default: the session's). */
  readonly atSeq?: number;
}

export interface SessionQuery {
  readonly agent?: string | undefined;
  readonly cwd?: string | undefined;
  readonly limit?: number | undefined;
  /** From the previous page. */
  readonly cursor?: string | undefined;
}

export interface SessionPage {
  /** The latest first. */
  readonly sessions: readonly HubSession[];
  readonly nextCursor?: string | undefined;
}

export interface SessionHit {
  readonly session: HubSession;
  readonly seq: number;
  readonly at: number;
  /** `prompt`, `agent_message`, `thought`, `tool_call`, … */
  readonly what: string;
  /** On one line, without secrets. */
  readonly excerpt: string;
}

/** What the agent of an open session offers. */
export interface OpenedSession {
  readonly session: HubSession;
  readonly choices: SessionChoices;
  readonly commands: readonly AvailableCommand[];
  /** Of the agent that answers. */
  readonly facts: AgentFacts;
}

/** The process that the agent of a session runs in. Each method starts it if necessary. */
export interface AgentAccess {
  /** Available even while the agent refuses sessions. */
  signIns(sessionId: string): Promise<readonly SignIn[]>;
  /** `values`: the variables of the sign-in, kept in memory only. */
  signIn(sessionId: string, methodId: string, values?: Readonly<Record<string, string>>): Promise<void>;
  signOut(sessionId: string): Promise<void>;
  /** Its sessions continue. */
  restart(sessionId: string): Promise<void>;
}

/** Every method that names a session rejects with `session_not_found`. */
export interface Sessions {
  /** Number of sessions in memory; all others are loaded from the store on demand. */
  readonly inMemory: number;
  /** The default policy of new sessions. */
  readonly defaultPolicy: SessionPolicy;
  create(session: NewHubSession): Promise<HubSession>;
  get(id: string): Promise<HubSession>;
  list(query?: SessionQuery): Promise<SessionPage>;
  rename(id: string, title: string): Promise<HubSession>;
  /** From now on its agent runs in this sandbox, or in a stricter one. Rejects with `session_busy` during a turn that has none, or with `sandbox_unavailable`. */
  requireSandbox(id: string, sandbox: SandboxSetting): Promise<HubSession>;
  /** Changes the approval level and the rules, at once: also for the next request of a running turn. Rejects with `bad_input`. */
  configure(id: string, change: Partial<SessionPolicy>, actor?: EventActor): Promise<HubSession>;
  /**
   * From the next turn on, its agent runs with this environment or is this program. Missing fields stay unchanged. It
   * is kept in memory only, so a client brings it again after a restart.
   */
  setLaunch(id: string, given: GivenLaunch): Promise<HubSession>;
  /** An independent copy of everything up to an event (default: the latest). */
  fork(id: string, options?: ForkOptions): Promise<HubSession>;
  /** Starts a new conversation; the log keeps the earlier one. Rejects with `session_busy` during a turn. */
  clear(id: string): Promise<HubSession>;
  /** Ends a running turn. */
  delete(id: string): Promise<void>;
  /** Adds a message without prompting the agent, which sees it with the next prompt. */
  addMessage(id: string, role: "user" | "agent", content: readonly ContentBlock[]): Promise<void>;
  /** Another agent answers from the next turn on; its first prompt includes the conversation so far. */
  handOver(id: string, agent: string): Promise<HubSession>;
  /** Its lines, as `formatSessionEvent` gives them, the first being a header. Without secrets, unless `redact` is false. */
  export(id: string, options?: { readonly redact?: boolean }): AsyncIterable<string>;
  /** Imports a result of `export`, or a log of the client; under a new id if the id exists. */
  import(lines: AsyncIterable<string> | Iterable<string>, options?: { readonly agent?: string }): Promise<HubSession>;
  search(query: string, options?: { readonly limit?: number }): Promise<readonly SessionHit[]>;

  readonly agent: AgentAccess;
  /** Starts the agent and its session if necessary. */
  open(id: string): Promise<OpenedSession>;
  setMode(id: string, modeId: string, actor?: EventActor): Promise<OpenedSession>;
  setModel(id: string, modelId: string): Promise<OpenedSession>;
  /** The option `approval` is the session's level. */
  setConfigOption(id: string, configId: string, value: string | boolean, actor?: EventActor): Promise<OpenedSession>;
  /** The tools and prompts that its agent offers. Starts the agent. */
  offer(id: string): Promise<SessionOffer>;
  /** A prompt rendered by its MCP server; it is not sent to the agent's model. */
  renderPrompt(id: string, name: string, values: PromptValues): Promise<RenderedPrompt>;
  addExtension(id: string, server: McpServer): Promise<HubSession>;
  removeExtension(id: string, serverName: string): Promise<HubSession>;
  /** Closes the agent's session; the next turn resumes it. */
  close(id: string): Promise<void>;

  /** One page of the log, in order. */
  events(id: string, page?: EventPage): Promise<readonly LoggedEvent[]>;
  /**
   * Delivers everything after `after`, and then new events as they are stored. `isPatient`: they may come later, until
   * it resumes: on a server that does not own the session, fewer reads bring them.
   */
  subscribe(
    id: string,
    subscriber: Subscriber,
    options?: { readonly after?: number; readonly isPatient?: boolean },
  ): Promise<Subscription>;
  /** Appends an event of the hub's own. */
  record(id: string, body: SessionEventBody): Promise<void>;
}
