// A session: one conversation, whatever happens to the agent's process. Its parts are in the other files of this folder.
import type { SessionLog } from "@parley/home/session-log";
import type {
  AvailableCommand,
  ChangesEvent,
  ContentBlock,
  ExtensionMethod,
  SessionEvent,
  SessionEventBody,
} from "@parley/acp";
import type { Transcript } from "@parley/acp/transcript";
import type { AgentRun } from "../connection/agent-run.ts";
import type { AgentEnd } from "../process/agent-end.ts";
import type { SessionSetup } from "./session-setup.ts";
import { Listeners } from "../listeners.ts";
import { Attachment } from "./attachment.ts";
import { tellClosing, type ClosingMethod } from "./closing.ts";
import { Choices } from "./choices.ts";
import { ChosenSettings } from "./chosen-settings.ts";
import { Recorder, type EventListener } from "./recorder.ts";
import { ReplayFilter } from "./replay-filter.ts";
import { createScope } from "./session-scope.ts";
import { openFeatures, type SessionFeatures } from "./session-features.ts";
import type { SessionHost, SessionLink } from "./session-host.ts";
import { SessionInbox } from "./session-inbox.ts";
import type { PromptOptions, Session, SessionChoices, SessionSignal, TurnResult } from "./session.ts";
import { settleReplay } from "./settle-replay.ts";
import type { Turn, TurnEnding } from "./turn.ts";
import type { TurnContext } from "./turn-context.ts";
import { Turns } from "./turns.ts";

export interface AgentSessionOptions {
  readonly host: SessionHost;
  readonly setup: SessionSetup;
  readonly log: SessionLog;
  readonly transcript: Transcript;
  /** The agent's id, if the session had one before. */
  readonly agentSessionId: string | undefined;
}

export class AgentSession implements Session {
  readonly setup: SessionSetup;
  readonly transcript: Transcript;
  readonly #host: SessionHost;
  readonly #recorder: Recorder;
  readonly #choices = new Choices();
  readonly #chosen: ChosenSettings;
  readonly #signals: Listeners<SessionSignal>;
  readonly #filter: ReplayFilter;
  readonly #features: SessionFeatures;
  readonly #inbox: SessionInbox;
  readonly #turns: Turns;
  readonly attachment: Attachment;
  readonly id: string;
  #changes: ChangesEvent | undefined;
  #closing: Promise<void> | undefined;
  /** The link when it was closed. */
  #lastLink: SessionLink | undefined;

  /** Features are opened before any message of the agent can reach them. */
  static async open(options: AgentSessionOptions): Promise<AgentSession> {
    const { host, setup, log } = options;
    const recorder = new Recorder({ ...host, log, transcript: options.transcript });
    if (setup.onEvents !== undefined) recorder.onEvents(setup.onEvents);
    let session: AgentSession | undefined;
    const scope = createScope(options, recorder, () => session);
    const features = await openFeatures(host.features, scope, host.report);
    session = new AgentSession(options, recorder, features);
    return session;
  }

  private constructor(options: AgentSessionOptions, recorder: Recorder, features: SessionFeatures) {
    const { host, setup, log, transcript, agentSessionId } = options;
    this.id = log.sessionId;
    this.setup = setup;
    this.transcript = transcript;
    this.#host = host;
    this.#recorder = recorder;
    this.#features = features;
    this.#signals = new Listeners(host.report);
    this.#filter = new ReplayFilter(host.timers, host.limits.lateReplayMs);
    const record = (body: SessionEventBody): void => this.record(body);
    const parts = { ...host, recorder, features, choices: this.#choices, filter: this.#filter, record };
    this.#chosen = new ChosenSettings(this.#choices, record);
    this.#inbox = new SessionInbox({
      ...parts,
      agentSessionId: () => this.agentSessionId,
      isCancelled: () => this.#turns.isCancelled,
      onCost: (cost) => void this.#turns.sawCost(cost),
    });
    const restoreChoices = (link: SessionLink): Promise<void> => this.#chosen.restore(link);
    this.attachment = new Attachment({
      ...parts,
      host,
      setup,
      sessionId: this.id,
      agentSessionId,
      inbox: this.#inbox,
      restoreChoices,
    });
    this.#turns = new Turns(this.#turnContext());
  }

  get agentSessionId(): string {
    return this.attachment.agentSessionId;
  }

  get cwd(): string {
    return this.setup.cwd;
  }

  get turn(): Turn | undefined {
    return this.#turns.current;
  }

  get choices(): SessionChoices {
    return this.#choices;
  }

  get commands(): readonly AvailableCommand[] {
    return this.#choices.commands;
  }

  get isRunning(): boolean {
    return this.#turns.current !== undefined;
  }

  get waiting(): number {
    return this.#turns.waiting;
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  prompt(blocks: readonly ContentBlock[], options: PromptOptions = {}): Promise<TurnResult> {
    return this.#turns.prompt(blocks, options);
  }

  cancel(options: { readonly force?: boolean } = {}): Promise<void> {
    return this.#turns.cancel(options);
  }

  async setMode(modeId: string): Promise<void> {
    await this.#chosen.setMode(await this.attachment.ready(), modeId);
  }

  async setModel(modelId: string): Promise<void> {
    await this.#chosen.setModel(await this.attachment.ready(), modelId);
  }

  async setConfigOption(configId: string, value: string | boolean): Promise<void> {
    await this.#chosen.setConfigOption(await this.attachment.ready(), configId, value);
  }

  async callExtension(method: ExtensionMethod, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const { run, agentSessionId: sessionId } = await this.attachment.ready();
    return run.callExtension(method, { ...params, sessionId });
  }

  async fork(): Promise<Session> {
    this.#recorder.flush();
    return this.#host.fork(this);
  }

  onEvents(listener: EventListener): () => void {
    return this.#recorder.onEvents(listener);
  }

  onSignal(listener: (signal: SessionSignal) => void): () => void {
    return this.#signals.add(listener);
  }

  record(body: SessionEventBody): void {
    this.#record(body);
  }

  #record(body: SessionEventBody): SessionEvent | undefined {
    const event = this.#recorder.record(body);
    if (event?.type === "changes") this.#changes = event;
    return event;
  }

  /** The process has ended, whatever the reason. */
  agentEnded(end: AgentEnd | undefined, ending: TurnEnding): void {
    this.attachment.detach();
    this.#features.agentEnded();
    if (end !== undefined) {
      const { exitCode, signal } = end.status ?? { exitCode: null, signal: null };
      this.record({
        type: "agent_crashed",
        message: end.error.message,
        ...(exitCode !== null && { exitCode }),
        ...(signal !== null && { signal }),
      });
    }
    this.#turns.agentEnded(ending);
  }

  attach(run: AgentRun): Promise<SessionLink> {
    return this.attachment.attach(run);
  }

  close(): Promise<void> {
    return this.#over("session/close");
  }

  async delete(): Promise<void> {
    const { link } = this.attachment;
    await this.#over("session/delete");
    // It was closed before and is deleted now.
    if (link === undefined && this.#lastLink !== undefined)
      await tellClosing(this.#lastLink, "session/delete", this.#host);
    await this.#host.store.delete(this.id);
  }

  /** Without notifying the agent, which is exiting anyway. */
  leave(): Promise<void> {
    return this.#over(undefined);
  }

  #over(method: ClosingMethod | undefined): Promise<void> {
    this.#closing ??= this.#close(method);
    return this.#closing;
  }

  async #close(method: ClosingMethod | undefined): Promise<void> {
    this.#turns.close();
    this.#inbox.close();
    const { link } = this.attachment;
    this.#lastLink = link;
    const turnOver = this.cancel({ force: true });
    if (method !== undefined && link !== undefined) await tellClosing(link, method, this.#host);
    await turnOver;
    await this.#turns.idle;
    this.attachment.detach();
    await this.#features.close();
    await this.#recorder.close();
    this.#host.onClosed(this);
  }

  #turnContext(): TurnContext {
    return {
      host: this.#host,
      inbox: this.#inbox,
      link: () => this.attachment.ready(),
      record: (body) => this.#record(body),
      settle: () => settleReplay(this.#filter, this.#host),
      beforePrompt: async () => {
        this.#changes = undefined;
        this.#note(await this.#features.beforeTurn());
      },
      promptSent: () => this.#filter.end(),
      afterTurn: async () => {
        this.#note(await this.#features.afterTurn());
        return this.#changes;
      },
      sync: () => this.#recorder.sync(),
      signal: (signal) => this.#signals.emit(signal),
      isNew: this.transcript.snapshot().items.length === 0,
    };
  }

  #note(failures: readonly string[]): void {
    for (const text of failures) this.record({ type: "note", level: "warning", text });
  }
}
