// What the handlers of one agent have in common: the client, the sessions that are open, the files of all.
import {
  sessionNotFound,
  type AuthMethod,
  type ClientConnection,
  type Known,
  type SessionConfigOption,
} from "@parley/acp";
import { createId } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { toAuthMethods } from "../auth/methods.ts";
import type { ModelInfo } from "../models/model.ts";
import { providers } from "../models/providers.ts";
import type { SessionRuntime } from "./session-runtime.ts";
import { AgentSession, type SessionFolders } from "./agent-session.ts";
import { toConfigOptions, toModeState, type Choices } from "../sessions/config-options.ts";
import { OPEN_SESSIONS_MAX, PREPARE_DELAY_MS, WAITING_NOTICES_MAX } from "../sessions/limits.ts";
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

  /** The ways to sign in, as this client can use them. */
  authMethods(): Known<AuthMethod>[] {
    const { env, loginArgs } = this.options;
    const hasTerminal = this.client.client?.clientCapabilities?.auth?.terminal === true;
    return toAuthMethods({ providers, env, loginArgs, hasTerminal });
  }

  /** Throws the error that the client gets. */
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
      throw RpcError.invalidRequest(`${OPEN_SESSIONS_MAX} sessions are open already; close one first`);
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

  /** Ends whatever it does, and lets go of everything. Its file stays. */
  async close(session: AgentSession): Promise<void> {
    if (session.isClosed) return;
    session.isClosed = true;
    this.#open.delete(session.id);
    session.turn?.cancel();
    await session.turn?.ended?.catch(() => undefined); // Whoever sent the prompt gets the error.
    const runtime = await session.runtime?.catch(() => undefined);
    await runtime?.[Symbol.asyncDispose]();
    await session.recorder.close();
  }

  /** The process ends, or the client is gone. Turns that run were not cancelled: they are interrupted. */
  async closeAll(): Promise<void> {
    for (const session of this.#open.values()) if (session.turn !== undefined) session.recorder.freeze();
    await Promise.all([...this.#open.values()].map((session) => this.close(session)));
  }

  choices(session: AgentSession): Choices {
    return { settings: session.settings, modes: session.modes, models: this.#models };
  }

  /** What every answer that opens a session has. */
  describe(session: AgentSession): Opened {
    const choices = this.choices(session);
    return { modes: toModeState(choices), configOptions: toConfigOptions(choices) };
  }

  /** From the next step on. `told` is what the client learns by the answer to its own request. */
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

  /** What could not be said between the turns, because a thought belongs to one. */
  tellWaiting(session: AgentSession): void {
    for (const text of session.waitingNotices.splice(0)) this.#think(session, text);
  }

  #think(session: AgentSession, text: string): void {
    const content = { type: "text", text: `${text}\n` } as const;
    session.recorder.send({ sessionUpdate: "agent_thought_chunk", messageId: createId(), content });
  }

  /** To clients that show notices as such; to the others as a thought. Nobody but the person hears of it. */
  notice(session: AgentSession | undefined, severity: "info" | "warning" | "error", text: string): void {
    if (session === undefined) return;
    session.recorder.record({ type: "note", level: severity, text });
    if (this.client.supports("session.notices")) {
      session.recorder.send({ sessionUpdate: "notice", severity, title: text });
    } else if (session.turn !== undefined) this.#think(session, text);
    else if (session.waitingNotices.push(text) > WAITING_NOTICES_MAX) session.waitingNotices.shift();
  }

  /** What it takes to talk to a model, loaded while nobody waits. A failure is told by the prompt that needs it. */
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
      this.options.log.write("error", "A session could not be prepared", { cause });
    }
  }

  /** Servers that only know themselves what they have were not asked before. */
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

  /** The answer that opens a session must reach the client before any update of it does. */
  #afterAnswer(action: () => void, delayMs = 0): void {
    setTimeout(action, delayMs);
  }
}
