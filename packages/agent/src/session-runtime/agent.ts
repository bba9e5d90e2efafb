// State shared by the handlers of one connection: the client, its open sessions, and the sessions on disk.
import {
  sessionNotFound,
  type AuthMethod,
  type ClientConnection,
  type Known,
  type SessionConfigOption,
} from "@parley/acp";
import { createId, isObject } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { toAuthMethods } from "../auth/methods.ts";
import type { ModelInfo } from "../models/model.ts";
import { providers } from "../models/providers.ts";
import type { SessionRuntime } from "./session-runtime.ts";
import { AgentSession, type SessionFolders } from "./agent-session.ts";
import { toConfigOptions, toModeState, type Choices } from "../sessions/config-options.ts";
import { OPEN_SESSIONS_MAX, PREPARE_DELAY_MS, WAITING_NOTICES_MAX } from "../limits.ts";
import { StoredSessions } from "../sessions/stored-sessions.ts";
import type { ChosenSettings, SessionSettings } from "../sessions/settings.ts";
import { findChoices } from "./find-choices.ts";
import type { ResolvedOptions } from "./options.ts";
import { UserSettings } from "./user-settings.ts";

interface Opened {
  readonly modes: ReturnType<typeof toModeState>;
  readonly configOptions: ReturnType<typeof toConfigOptions>;
}

export class Agent {
  readonly client: ClientConnection;
  readonly options: ResolvedOptions;
  readonly files: StoredSessions;
  readonly userSettings: UserSettings;
  readonly #open = new Map<string, AgentSession>();
  #models: readonly ModelInfo[] = [];

  constructor(client: ClientConnection, options: ResolvedOptions) {
    this.client = client;
    this.options = options;
    this.userSettings = new UserSettings(options);
    const { parleyHome, clock, log } = options;
    const onFailure = (sessionId: string, { message }: Error): void => {
      this.notice(this.#open.get(sessionId), "error", `This session is not being saved: ${message}`);
    };
    this.files = new StoredSessions({ parleyHome, clock, log, onFailure });
  }

  /** The sign-in methods that this client supports. */
  authMethods(): Known<AuthMethod>[] {
    const { env, loginArgs } = this.options;
    const hasTerminal = this.client.client?.clientCapabilities?.auth?.terminal === true;
    return toAuthMethods({ providers, env, loginArgs, hasTerminal });
  }

  /** The client is a hub that decides on every call and takes the snapshots: this agent does neither. */
  get clientDecides(): boolean {
    const { _meta: meta } = this.client.client?.clientCapabilities ?? {};
    const own = meta?.["parley"];
    return isObject(own) && own["decides"] === true;
  }

  /** Throws an error for the client. */
  session(sessionId: string): AgentSession {
    const session = this.#open.get(sessionId);
    if (session === undefined) throw sessionNotFound(sessionId);
    return session;
  }

  find(sessionId: string): AgentSession | undefined {
    return this.#open.get(sessionId);
  }

  get sessions(): Iterable<AgentSession> {
    return this.#open.values();
  }

  async add(
    folders: SessionFolders,
    chosen: ChosenSettings = {},
    id: string = createId(this.options.clock),
  ): Promise<AgentSession> {
    if (this.#open.size >= OPEN_SESSIONS_MAX) {
      throw RpcError.invalidRequest(`${OPEN_SESSIONS_MAX} sessions are already open; close one first`);
    }
    const { parleyHome, defaults } = this.options;
    const { environment } = this.userSettings;
    const isTrusted = (): Promise<boolean> => this.userSettings.isTrusted(folders.cwd);
    const found = await findChoices({
      parleyHome,
      cwd: folders.cwd,
      environment,
      chosen: [defaults, chosen],
      isTrusted,
    });
    const { modes, models, settings, problems } = found;
    this.#models = models;
    const { client, options } = this;
    const session = new AgentSession({ id, client, clock: options.clock, folders, settings, modes });
    this.#open.set(id, session);
    for (const problem of problems) this.#afterAnswer(() => this.notice(session, "warning", problem));
    this.#afterAnswer(() => void this.prepare(session), PREPARE_DELAY_MS);
    return session;
  }

  /** Cancels its turn and releases its resources. Its log stays on disk. */
  async close(session: AgentSession): Promise<void> {
    if (session.isClosed) return;
    session.isClosed = true;
    this.#open.delete(session.id);
    session.turn?.cancel();
    await session.turn?.ended?.catch(() => undefined); // Reported to the sender of the prompt.
    const runtime = await session.runtime?.catch(() => undefined);
    await runtime?.[Symbol.asyncDispose]();
    await session.recorder.close();
  }

  /** For the end of the process or the connection. Running turns count as interrupted, not as cancelled. */
  async closeAll(): Promise<void> {
    for (const session of this.#open.values()) if (session.turn !== undefined) session.recorder.freeze();
    await Promise.all([...this.#open.values()].map((session) => this.close(session)));
  }

  choices(session: AgentSession): Choices {
    return { settings: session.settings, modes: session.modes, models: this.#models };
  }

  /** The part of the response that all methods which open a session share. */
  describe(session: AgentSession): Opened {
    const choices = this.choices(session);
    return { modes: toModeState(choices), configOptions: toConfigOptions(choices) };
  }

  /** Applies from the next step on. `told` is what the response to the client already contains. */
  change(session: AgentSession, change: Partial<SessionSettings>, told: "mode" | "config" | "nothing"): void {
    const before = session.settings;
    session.settings = { ...before, ...change };
    if (change.modelId !== undefined) session.hasChosenModel = true;
    const { modeId } = session.settings;
    if (modeId !== before.modeId) {
      session.recorder.record({ type: "mode", modeId });
      if (told !== "mode") session.recorder.send({ sessionUpdate: "current_mode_update", currentModeId: modeId });
    }
    const configOptions = toConfigOptions(this.choices(session));
    session.recorder.record({ type: "config", configOptions: configOptions as SessionConfigOption[] });
    if (told !== "config") session.recorder.send({ sessionUpdate: "config_option_update", configOptions });
    session.recorder.flush();
  }

  /** Sends the notices that were collected between turns, because a thought must belong to a turn. */
  tellWaiting(session: AgentSession): void {
    for (const text of session.waitingNotices.splice(0)) this.#think(session, text);
  }

  #think(session: AgentSession, text: string): void {
    const content = { type: "text", text: `${text}\n` } as const;
    session.recorder.send({ sessionUpdate: "agent_thought_chunk", messageId: createId(), content });
  }

  /** Sent as a notice where the client supports it, otherwise as a thought. The model does not see it. */
  notice(session: AgentSession | undefined, severity: "info" | "warning" | "error", text: string): void {
    if (session === undefined) return;
    session.recorder.record({ type: "note", level: severity, text });
    if (this.client.supports("session.notices")) {
      session.recorder.send({ sessionUpdate: "notice", severity, title: text });
    } else if (session.turn !== undefined) this.#think(session, text);
    else if (session.waitingNotices.push(text) > WAITING_NOTICES_MAX) session.waitingNotices.shift();
  }

  /** Opens the runtime in the background. A failure is reported by the prompt that needs it. */
  async prepare(session: AgentSession): Promise<void> {
    if (session.isClosed) return;
    session.runtime ??= import("./open-session-runtime.ts").then(({ openSessionRuntime }) =>
      openSessionRuntime(this, session),
    );
    try {
      const runtime = await session.runtime;
      runtime.announce();
      await this.#updateModels(session, runtime);
      await runtime.models.prepare(session.settings.modelId);
    } catch (cause) {
      session.runtime = undefined;
      this.options.log.write("error", "opening a session's runtime failed", { cause });
    }
  }

  /** Asks servers that list their own models, which `session/new` does not wait for. */
  async #updateModels(session: AgentSession, { environment }: SessionRuntime): Promise<void> {
    const { listModels } = await import("../models/list-models.ts");
    const models = await listModels(environment);
    if (session.isClosed || models.length === this.#models.length) return;
    this.#models = models;
    session.recorder.send({
      sessionUpdate: "config_option_update",
      configOptions: toConfigOptions(this.choices(session)),
    });
  }

  /** The response that opens a session must reach the client before its first update. */
  #afterAnswer(action: () => void, delayMs = 0): void {
    setTimeout(action, delayMs);
  }
}
