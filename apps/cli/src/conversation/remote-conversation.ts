// A conversation over a Remote: follows its log, and changes it with requests.
import type { AvailableCommand, ContentBlock } from "@parley/acp";
import type { Transcript } from "@parley/acp/transcript";
import type { QueuedPrompt } from "@parley/contract";
import type { SessionPolicy } from "@parley/policy";
import type { FollowEnd, PromptOptions, Remote, StartedTurn } from "@parley/remote";
import { HISTORY_EVENTS_MAX } from "../limits.ts";
import type {
  BroughtLaunch,
  Conversation,
  ConversationAgent,
  ConversationListeners,
  ConversationOptions,
  ConversationSetup,
  OpenQuestion,
  QuestionAnswer,
  RecordedEvent,
  SessionChoices,
  TurnResult,
} from "./conversation.ts";
import { LogReader } from "./log-reader.ts";
import { OpenQuestions } from "./open-questions.ts";
import { OwnTurns } from "./own-turns.ts";
import { forkSession, type RequestedSession } from "./request-session.ts";
import { SessionOffer } from "./session-offer.ts";
import { WaitingPrompts } from "./waiting-prompts.ts";

export interface RemoteConversationOptions extends ConversationOptions {
  readonly isNew: boolean;
  readonly bring: ConversationSetup["bring"];
  /** Opens another session in the same way. */
  readonly open: (sessionId: string) => Promise<Conversation>;
}

export class RemoteConversation implements Conversation {
  readonly id: string;
  readonly cwd: string;
  readonly problem: string | undefined;
  readonly #remote: Remote;
  readonly #options: RemoteConversationOptions;
  readonly #log: LogReader;
  readonly #offer: SessionOffer;
  readonly #questions: OpenQuestions;
  readonly #turns: OwnTurns;
  readonly #waiting: WaitingPrompts;
  readonly #listeners = new Set<ConversationListeners>();
  /** Another agent has taken over, or the same one has restarted. */
  #agent: ConversationAgent;
  #isTurnRunning = false;
  /** Sent with each prompt, because the hub has it in memory only. */
  #brought: BroughtLaunch;

  constructor(remote: Remote, session: RequestedSession, options: RemoteConversationOptions) {
    const { id, cwd, agent, info, promptCapabilities, level, problem, clearedSeq, lastSeq } = session;
    this.#brought = session.brought;
    this.id = id;
    this.cwd = cwd;
    this.problem = problem;
    this.#remote = remote;
    this.#options = options;
    this.#agent = {
      name: agent,
      title: info?.title ?? info?.name ?? agent,
      version: info?.version,
      promptCapabilities,
    };
    this.#offer = new SessionOffer(level);
    if (options.onEvents !== undefined) this.listen({ onEvents: options.onEvents });
    this.#questions = new OpenQuestions(remote, {
      onChange: () => this.#tell(({ onQuestions }) => onQuestions?.(this.questions)),
      onSettled: (settled) => this.#tell(({ onSettled }) => onSettled?.(settled)),
    });
    this.#log = new LogReader(remote, {
      sessionId: id,
      after: Math.max(clearedSeq, lastSeq - HISTORY_EVENTS_MAX),
      reportsHistory: options.isNew,
      limits: options.transcript,
      onEvents: (batch) => this.#taken(batch),
      onReset: () => this.#reset(),
      onEnded: (end) => this.#ended(end),
    });
    this.#turns = new OwnTurns(remote, id, this.#log);
    this.#waiting = new WaitingPrompts(remote, id, () => this.#tell(({ onWaiting }) => onWaiting?.()));
  }

  /** Reads the existing session. */
  async read(): Promise<void> {
    await this.#log.ready;
    if (this.#options.isNew) return;
    const { items, state } = this.transcript.snapshot();
    this.#isTurnRunning ||= state.running;
    this.#offer.seed(state);
    this.#questions.seed(items);
  }

  get agent(): ConversationAgent {
    return this.#agent;
  }

  get transcript(): Transcript {
    return this.#log.transcript;
  }

  get choices(): SessionChoices {
    return this.#offer.choices;
  }

  get commands(): readonly AvailableCommand[] {
    return this.#offer.commands;
  }

  get level(): string | undefined {
    return this.#offer.level;
  }

  /** Whether the session was deleted. */
  isGone = false;

  get isRunning(): boolean {
    return this.#isTurnRunning || this.#turns.count > 0;
  }

  get waiting(): readonly QueuedPrompt[] {
    return this.#waiting.list;
  }

  isOwnTurn(turnId: string): boolean {
    return this.#turns.has(turnId);
  }

  ownsTurn(turnId: string): Promise<boolean> {
    return this.#turns.owns(turnId);
  }

  get questions(): readonly OpenQuestion[] {
    return this.#questions.list;
  }

  onEvents(onEvents: NonNullable<ConversationListeners["onEvents"]>): () => void {
    return this.listen({ onEvents });
  }

  listen(listeners: ConversationListeners): () => void {
    const own = { ...listeners };
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  prompt(blocks: readonly ContentBlock[], options: PromptOptions = {}): Promise<TurnResult> {
    return this.#turns.prompt(blocks, { launch: this.#brought, ...options });
  }

  start(blocks: readonly ContentBlock[], options: PromptOptions = {}): Promise<StartedTurn> {
    return this.#remote.prompt(this.id, blocks, { launch: this.#brought, ...options });
  }

  async cancel(): Promise<void> {
    const running = await Promise.all(
      (["in_progress", "awaiting"] as const).map((state) =>
        this.#remote.request("turns/list", { session_id: this.id, state }),
      ),
    );
    await Promise.all(running.flatMap(({ turns }) => turns).map(({ id }) => this.#turns.cancelTurn(id)));
  }

  answer(questionId: string, answer: QuestionAnswer): Promise<void> {
    return this.#questions.answer(questionId, answer);
  }

  async setMode(modeId: string): Promise<void> {
    await this.#choose("session/set_mode", { modeId });
  }

  async setModel(modelId: string): Promise<void> {
    await this.#choose("session/set_model", { modelId });
  }

  async setConfigOption(configId: string, value: string | boolean): Promise<void> {
    const type = typeof value === "boolean" ? { type: "boolean" } : {};
    await this.#choose("session/set_config_option", { configId, value, ...type });
  }

  async setLevel(level: SessionPolicy["level"]): Promise<void> {
    const session = await this.#remote.request("sessions/setPolicy", { id: this.id, level }, { isRepeatable: true });
    this.#offer.level = session.level;
    this.#tellOffer();
  }

  async handOver(agent: string): Promise<void> {
    await this.#remote.request("sessions/handover", { id: this.id, agent });
    // The next agent has a name; only the previous one was a command of this terminal.
    const { env } = (await this.#options.bring?.(agent)) ?? {};
    this.#brought = env === undefined ? {} : { env };
    if (env !== undefined) await this.#remote.request("sessions/setLaunch", { id: this.id, env });
    await this.refresh();
  }

  async rename(name: string): Promise<void> {
    await this.#remote.request("sessions/rename", { id: this.id, name }, { isRepeatable: true });
  }

  async fork(): Promise<Conversation> {
    return this.#options.open(await forkSession(this.#remote, this.id, this.cwd));
  }

  close(): void {
    this.#listeners.clear();
    this.#waiting.close();
    this.#log.close();
  }

  /** Requests the agent's choices, which are not completely in the log. */
  async refresh(): Promise<void> {
    this.#offer.take(await this.#remote.request("sessions/choices", { id: this.id }));
    this.#tellOffer();
  }

  async #choose(method: string, params: object): Promise<void> {
    await this.#remote.call(method, { sessionId: this.id, ...params }, { isRepeatable: true });
    await this.refresh();
  }

  #taken(batch: readonly RecordedEvent[]): void {
    let isOfferChanged = false;
    for (const recorded of batch) {
      isOfferChanged = this.#offer.apply(recorded) || isOfferChanged;
      this.#takeAgent(recorded);
      for (const patch of recorded.patches) {
        if (patch.type === "state_changed") this.#isTurnRunning = patch.changes.running ?? this.#isTurnRunning;
      }
    }
    this.#turns.apply(batch);
    this.#tell(({ onEvents }) => onEvents?.(batch));
    this.#questions.apply(batch);
    if (isOfferChanged) this.#tellOffer();
  }

  #takeAgent({ event }: RecordedEvent): void {
    if (event.type === "handed_over") {
      const { promptCapabilities } = this.#agent;
      this.#agent = { name: event.to, title: event.to, version: undefined, promptCapabilities };
      // The next agent may not be able to start, which the next prompt reports.
      this.refresh().catch(() => undefined);
    } else if (event.type === "agent_started" || event.type === "agent_restarted") {
      const { name, title = name, version } = event.agent;
      this.#agent = { ...this.#agent, title, version };
    }
  }

  #reset(): void {
    this.#isTurnRunning = false;
    this.#questions.seed([]);
    this.#tell(({ onReset }) => onReset?.());
  }

  #ended(end: FollowEnd): void {
    this.#isTurnRunning = false;
    this.isGone = end.reason !== "failed";
    this.#tell(({ onEnded }) => onEnded?.(end));
  }

  #tellOffer(): void {
    this.#tell(({ onOffer }) => onOffer?.());
  }

  #tell(call: (listeners: ConversationListeners) => void): void {
    for (const listeners of this.#listeners) call(listeners);
  }
}
