// The client of a Parley server: one lasting connection, followed sessions, requests and prompts.
import type { ContentBlock, EventError, StopReason, Usage } from "@parley/acp";
import type { Operations } from "@parley/contract";
import { createId, isObject, ParleyError, silentLog, within, type Log } from "@parley/base";
import type { Transport } from "@parley/rpc";
import { call, type CallOptions } from "./calls/call.ts";
import { isReading } from "./calls/reading.ts";
import { openSocket, toBaseUrl, type ServerAddress } from "./connection/address.ts";
import { Connection } from "./connection/connection.ts";
import type { ClientName } from "./connection/handshake.ts";
import type { ConnectionState, ServerInfo } from "./connection/state.ts";
import { FollowedEvents, type EventsHandler, type FollowingEvents } from "./events/followed-events.ts";
import { ServedFiles, type DocumentReport, type EditorFiles } from "./files/served-files.ts";
import { CONNECT_MS, connectionLimits, HELD_TURNS_MAX, REQUESTS_MAX, type ConnectionLimits } from "./limits.ts";
import { FollowedSessions, type Following, type FollowOptions } from "./sessions/followed-sessions.ts";
import type { FollowHandler } from "./sessions/follower.ts";
import { ServedTools, type CallTool, type OfferedTool } from "./tools/served-tools.ts";
import { FollowedTerminals, type FollowingTerminal, type TerminalHandler } from "./terminals/followed-terminals.ts";

export type ServerPlace =
  | ServerAddress
  /** Called before every connection, because a home's server may come back on another port. */
  | { readonly locate: () => Promise<ServerAddress> }
  /** A hub in this process, or any other transport, which cannot be reopened. */
  | { readonly transport: Transport };

export interface ServerOptions {
  readonly client?: ClientName | undefined;
  /** For an editor: agents read and write the files of followed sessions through it. */
  readonly files?: EditorFiles | undefined;
  /** For an editor: answers calls of the tools that it offers with `offerTools`. */
  readonly callTool?: CallTool | undefined;
  readonly log?: Log | undefined;
  readonly limits?: Partial<ConnectionLimits> | undefined;
}

export interface RequestOptions extends CallOptions {
  /** The server executes it once per key, so it is resent after a lost connection. */
  readonly idempotencyKey?: string | undefined;
}

export interface PromptOptions extends Pick<CallOptions, "timeoutMs" | "signal"> {
  /** The turn starts once per key, however often the prompt is sent (default: a new key). */
  readonly idempotencyKey?: string | undefined;
  /** A different agent than the session's. */
  readonly agent?: string | undefined;
  readonly limits?: { readonly requests?: number; readonly cost?: number } | undefined;
  /**
   * Who answers the questions of the turn (default: `ask`, the user). `all` allows them, `none` rejects them, `rules`
   * allows only what rules allow, `unattended` rejects them and the ended turn says so.
   */
  readonly approve?: "ask" | "all" | "none" | "rules" | "unattended" | undefined;
  /** `cancel`: the turn is cancelled if this client is gone for 10 s. Wait for its end with `turnEnded`, which holds it. */
  readonly onDisconnect?: "continue" | "cancel" | undefined;
  /** What to do while another turn runs (default: `queue`). */
  readonly whenBusy?: "queue" | "refuse" | undefined;
  /**
   * The agent's launch, as in `sessions/setLaunch`, because the server may have been restarted since it was last sent.
   */
  readonly launch?: Omit<Operations["sessions/setLaunch"]["params"], "id"> | undefined;
}

export interface StartedTurn {
  readonly turnId: string;
}

export interface EndedTurn {
  readonly id: string;
  readonly sessionId: string;
  readonly agent: string;
  readonly state: "completed" | "failed" | "cancelled";
  readonly stopReason?: StopReason | undefined;
  readonly error?: EventError | undefined;
  readonly usage?: Usage | undefined;
  readonly firstSeq?: number | undefined;
  readonly lastSeq?: number | undefined;
  /** The turn had a question that only the user could have answered, but `approve` prevented asking. */
  readonly hadUnansweredQuestion?: boolean | undefined;
}

export interface Remote extends AsyncDisposable {
  readonly state: ConnectionState;
  /** Returns a function that stops listening. */
  onState(listener: (state: ConnectionState) => void): () => void;
  /** Resolves once connected. Rejects if the token or the version is wrong, or when the time is up. */
  connected(options?: Pick<CallOptions, "timeoutMs" | "signal">): Promise<ServerInfo>;
  /** Delivers each event once, in order, whatever happens to the connection or the server. */
  follow(sessionId: string, options: FollowOptions, handler: FollowHandler): Following;
  /** All changes: sessions, turns, questions and agents. A handler first gets `reset`. */
  events(handler: EventsHandler): FollowingEvents;
  /** Follows a command of a session's agent: its terminal so far, then its output. */
  terminal(sessionId: string, terminalId: string, handler: TerminalHandler): FollowingTerminal;
  /**
   * For a client with `files`: which documents are open, and which of them have unsaved changes. Report again when that
   * changes, and when the window gets the focus. It is resent after a lost connection.
   */
  reportDocuments(report: DocumentReport): void;
  /** For a client with `callTool`: the tools that agents of followed sessions get, when they are started in the session. */
  offerTools(tools: readonly OfferedTool[]): void;
  /**
   * Resolves when the server has stored the turn. Until then it is resent, with the same key, after a lost connection.
   */
  prompt(sessionId: string, prompt: readonly ContentBlock[], options?: PromptOptions): Promise<StartedTurn>;
  /** Resolves when the turn is over, after its events were delivered to followers. */
  turnEnded(turnId: string, options?: Pick<CallOptions, "signal">): Promise<EndedTurn>;
  /** An operation of the server's own API: `sessions/list`. Those that only read are repeated after a lost connection. */
  request<Name extends keyof Operations>(
    operation: Name,
    params: Operations[Name]["params"],
    options?: RequestOptions,
  ): Promise<Operations[Name]["reply"]>;
  /** Any method of the protocol: `session/new`. */
  call(method: string, params?: object, options?: CallOptions): Promise<unknown>;
  /** Looks for the server again at once, because its address has changed or it has just been started. */
  reconnect(): void;
  close(): Promise<void>;
}

/** Connects in the background; `state` shows the progress. Throws `bad_input` for an invalid address. */
export function connectServer(
  place: ServerPlace,
  { client = { name: "parley" }, files = {}, callTool, log = silentLog, limits }: ServerOptions = {},
): Remote {
  if ("url" in place) toBaseUrl(place.url);
  const followed = new FollowedSessions(log);
  const events = new FollowedEvents(log);
  const terminals = new FollowedTerminals(log);
  const served = new ServedFiles(files, log);
  const tools = new ServedTools(callTool, log);
  const connection = new Connection({
    open: async (signal) => {
      if ("transport" in place) return place.transport;
      return openSocket("locate" in place ? await locateInTime(place.locate) : place, signal);
    },
    isSingle: "transport" in place,
    isLocated: "locate" in place,
    client,
    capabilities: served.capabilities,
    handlers: {
      requests: { ...served.requests, ...tools.requests },
      notifications: { ...followed.notifications, ...events.notifications, ...terminals.notifications },
    },
    isHeldBack: () => followed.isHeldBack,
    onOpen: (peer) => {
      followed.opened(peer);
      events.opened(peer);
      terminals.opened(peer);
      served.opened(peer);
      tools.opened(peer);
    },
    limits: { ...connectionLimits, ...limits },
    log,
  });
  return new ServerRemote(connection, { followed, events, terminals, served, tools });
}

/** Rejects if finding the server takes too long; the next attempt tries again. */
async function locateInTime(locate: () => Promise<ServerAddress>): Promise<ServerAddress> {
  const address = await within(locate(), CONNECT_MS);
  if (address !== undefined) return address;
  const message = `The address of the server was not found within ${CONNECT_MS} ms`;
  throw new ParleyError({ code: "server_not_found", message });
}

interface FollowedParts {
  readonly followed: FollowedSessions;
  readonly events: FollowedEvents;
  readonly terminals: FollowedTerminals;
  readonly served: ServedFiles;
  readonly tools: ServedTools;
}

class ServerRemote implements Remote {
  readonly #connection: Connection;
  readonly #followed: FollowedSessions;
  readonly #events: FollowedEvents;
  readonly #terminals: FollowedTerminals;
  readonly #served: ServedFiles;
  readonly #tools: ServedTools;
  #requests = 0;
  /** Turns that end with this client, which it reports again after every reconnect. */
  readonly #held = new Set<string>();

  constructor(connection: Connection, { followed, events, terminals, served, tools }: FollowedParts) {
    this.#connection = connection;
    this.#followed = followed;
    this.#events = events;
    this.#terminals = terminals;
    this.#served = served;
    this.#tools = tools;
  }

  get state(): ConnectionState {
    return this.#connection.state.current;
  }

  onState(listener: (state: ConnectionState) => void): () => void {
    return this.#connection.state.onChange(listener);
  }

  async connected(options: Pick<CallOptions, "timeoutMs" | "signal"> = {}): Promise<ServerInfo> {
    for (;;) {
      await this.call("_parley/ping", {}, { ...options, isRepeatable: true });
      if (this.state.kind === "connected") return this.state.server;
    }
  }

  follow(sessionId: string, options: FollowOptions, handler: FollowHandler): Following {
    return this.#followed.follow(sessionId, options, handler, () => this.#connection.peer);
  }

  reportDocuments(report: DocumentReport): void {
    this.#served.report(report, this.#connection.peer);
  }

  offerTools(tools: readonly OfferedTool[]): void {
    this.#tools.offer(tools, this.#connection.peer);
  }

  events(handler: EventsHandler): FollowingEvents {
    return this.#events.follow(handler, () => this.#connection.peer);
  }

  terminal(sessionId: string, terminalId: string, handler: TerminalHandler): FollowingTerminal {
    return this.#terminals.follow(sessionId, terminalId, handler, () => this.#connection.peer);
  }

  async prompt(sessionId: string, prompt: readonly ContentBlock[], options: PromptOptions = {}): Promise<StartedTurn> {
    const { timeoutMs, signal, idempotencyKey = createId(), launch, ...given } = options;
    const params = { ...launch, sessionId, prompt, idempotencyKey, ...given };
    const reply = await this.call("_parley/session/prompt", params, { timeoutMs, signal, isRepeatable: true });
    const turnId = isObject(reply) ? reply["turnId"] : undefined;
    if (typeof turnId === "string") {
      if (options.onDisconnect === "cancel") this.#hold(turnId);
      return { turnId };
    }
    throw new ParleyError({ code: "invalid_message", message: "The server's answer to a prompt has no turnId" });
  }

  async turnEnded(turnId: string, { signal }: Pick<CallOptions, "signal"> = {}): Promise<EndedTurn> {
    const params = this.#held.has(turnId) ? { turnId, onDisconnect: "cancel" } : { turnId };
    const reply = await this.call("_parley/turn/ended", params, { signal, timeoutMs: Infinity, isRepeatable: true });
    this.#held.delete(turnId);
    return (reply as { readonly turn: EndedTurn }).turn;
  }

  #hold(turnId: string): void {
    const [oldest] = this.#held;
    if (this.#held.size >= HELD_TURNS_MAX && oldest !== undefined) this.#held.delete(oldest);
    this.#held.add(turnId);
  }

  request<Name extends keyof Operations>(
    operation: Name,
    params: Operations[Name]["params"],
    { idempotencyKey, ...options }: RequestOptions = {},
  ): Promise<Operations[Name]["reply"]> {
    const isRepeatable = idempotencyKey !== undefined || isReading(operation);
    const keyed = idempotencyKey === undefined ? params : { ...params, _meta: { parley: { idempotencyKey } } };
    const reply = this.call(`_parley/${operation}`, keyed, { isRepeatable, ...options });
    // The server's handlers compile only with this type.
    return reply as Promise<Operations[Name]["reply"]>;
  }

  async call(method: string, params: object = {}, options: CallOptions = {}): Promise<unknown> {
    if (this.#requests >= REQUESTS_MAX) {
      const message = `${method} was not sent: ${REQUESTS_MAX} requests wait for the server already`;
      throw new ParleyError({ code: "limit_reached", message });
    }
    this.#requests += 1;
    try {
      return await call(this.#connection, method, params, options);
    } finally {
      this.#requests -= 1;
    }
  }

  reconnect(): void {
    this.#connection.reconnect();
  }

  async close(): Promise<void> {
    this.#followed.close();
    this.#events.close();
    this.#terminals.close();
    await this.#connection.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
