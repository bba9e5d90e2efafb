// A session in the chat: shows its events, sends it prompts, and keeps the queue of prompts.
import type { ContentBlock } from "@parley/acp";
import { isObject } from "@parley/base";
import { ChatView, PromptQueue, textOfBlocks, type QueuedPrompt, type WrittenPrompt } from "@parley/chat-model";
import type { RecordedEvent, TurnResult } from "../conversation/conversation.ts";
import type { TurnLimits } from "../client/turn-limits.ts";
import type { OpenSession } from "./chat-host.ts";
import { ExpectedEvents } from "./expected-events.ts";
import { OwnWords } from "./own-words.ts";
import { toQueueRows, type QueueRow } from "./queue-rows.ts";
import type { Scrollback } from "./scrollback.ts";
import { CANCEL_NOTICE_MS, QUIET_NOTICE_MS } from "../limits.ts";

export interface ChatSessionEvents {
  readonly onChange: () => void;
  readonly onTurnEnd: (result: TurnResult, prompt: WrittenPrompt) => void;
}

/** The parts of a prompt other than its text. */
interface PromptContent {
  readonly blocks: readonly ContentBlock[];
  readonly limits: TurnLimits | undefined;
  /** As it was typed, in case it is edited again. */
  readonly written: WrittenPrompt;
}

export class ChatSession {
  readonly chatView: ChatView;
  readonly ownWords = new OwnWords();
  /** Undoing and redoing from here, which prints its own result. */
  readonly #reviews = new ExpectedEvents();
  readonly #events: ChatSessionEvents;
  #session: OpenSession | undefined;
  #stop: (() => void)[] = [];
  readonly #queue: PromptQueue<PromptContent, TurnResult | undefined>;
  /** Commands that were typed here and are not running yet, because they may need approval. */
  readonly #starting: string[] = [];
  /** Terminals of commands that were run from here. */
  #commands: readonly string[] = [];
  /** Prompts from here whose turns are not over. */
  readonly #prompting = new Set<Promise<unknown>>();
  #cancelledAtMs: number | undefined;
  #heardAtMs = Date.now();

  constructor(scrollback: Scrollback, events: ChatSessionEvents) {
    this.chatView = new ChatView(scrollback);
    this.#events = events;
    this.#queue = new PromptQueue({
      send: async ({ content: { blocks, limits } }, signal) => this.#session?.prompt(blocks, { signal, limits }),
      interrupt: () => this.cancel(),
      isRunning: () => this.chatView.turn !== undefined,
      onChange: () => events.onChange(),
    });
  }

  /** Passed when the session is created, so that no event is missed. */
  readonly onEvents = (batch: readonly RecordedEvent[]): void => {
    for (const recorded of batch) {
      const { event } = recorded;
      const isFromElsewhere = event.type === "prompt" && !this.#isFromHere(textOfBlocks(event.prompt));
      if (event.type === "stop") this.#cancelledAtMs = undefined;
      if (event.type === "terminal" && event.exit !== undefined)
        this.#commands = this.#commands.filter((id) => id !== event.terminalId);
      this.chatView.apply(recorded, { isFromElsewhere, isSaid: event.type === "review" && this.#reviews.begun() });
    }
    this.#heardAtMs = Date.now();
    this.#events.onChange();
  };

  #isFromHere(text: string): boolean {
    return this.#queue.begun(text) || this.ownWords.take(text);
  }

  /** `isListening`: the view already receives the session's events. */
  bind(session: OpenSession, isListening: boolean): void {
    this.#session = session;
    this.chatView.seed(session.transcript.snapshot());
    if (!isListening) this.#stop.push(session.onEvents(this.onEvents));
  }

  get session(): OpenSession | undefined {
    return this.#session;
  }

  /** Queued prompts, the next one first, without the running one. */
  get queued(): readonly QueuedPrompt<PromptContent>[] {
    return this.#queue.waiting;
  }

  /** The queue of the session, with prompts of other surfaces. */
  get queueRows(): readonly QueueRow[] {
    const { waiting = [] } = this.#session ?? {};
    const isOwn = (turnId: string): boolean => this.#session?.isOwnTurn(turnId) === true;
    return toQueueRows({ own: this.queued, waiting, isOwn, isTypedHere: (text) => this.ownWords.has(text) });
  }

  /** A problem with the running turn: its agent does not stop, or is silent. */
  problem(nowMs: number): { readonly type: "not_stopping" | "quiet"; readonly forMs: number } | undefined {
    if (this.#session?.isRunning !== true) return undefined;
    const stoppingMs = this.#cancelledAtMs === undefined ? 0 : nowMs - this.#cancelledAtMs;
    if (stoppingMs > CANCEL_NOTICE_MS) return { type: "not_stopping", forMs: stoppingMs };
    const quietMs = nowMs - this.#heardAtMs;
    return quietMs > QUIET_NOTICE_MS ? { type: "quiet", forMs: quietMs } : undefined;
  }

  /** `isNow`: a running turn is interrupted for it; otherwise it waits for its end. */
  async prompt(content: PromptContent, { isNow }: { readonly isNow: boolean }): Promise<void> {
    if (this.#session === undefined) return;
    const added = this.#queue.add(textOfBlocks(content.blocks), content);
    const id = this.#queue.waiting.at(-1)?.id;
    const steering = isNow && id !== undefined ? this.#queue.steer(id) : undefined;
    this.#prompting.add(added);
    const [result] = await Promise.all([added, steering]).finally(() => this.#prompting.delete(added));
    if (result !== undefined) this.#events.onTurnEnd(result, content.written);
  }

  /** The agent has stopped, and the turn only checks which files it changed, so it cannot be cancelled. */
  get isEnding(): boolean {
    return this.chatView.turn === undefined && this.queued.length === 0;
  }

  /** Waits for the end of a turn whose agent has stopped. */
  async finishTurn(): Promise<void> {
    if (this.isEnding) await Promise.allSettled(this.#prompting);
  }

  /** Changes are undone or redone from here; `isDone` says whether the log has an event of it. */
  review<T>(work: () => Promise<T>, isDone: (result: T) => boolean): Promise<T> {
    return this.#reviews.during(work, isDone);
  }

  async startCommand<T>(command: string, start: () => Promise<T>): Promise<T> {
    this.#starting.push(command);
    return start().finally(() => this.#starting.splice(this.#starting.indexOf(command), 1));
  }

  /** Whether a question is about a command that was typed here, and not by the agent. */
  isTyped(rawInput: unknown): boolean {
    return isObject(rawInput) && this.#starting.some((command) => command === rawInput["command"]);
  }

  /** It may already be over, because short commands can end before the answer that they were started. */
  commandStarted(terminalId: string): void {
    const known = this.#session?.transcript.snapshot().terminals.find((terminal) => terminal.terminalId === terminalId);
    if (known === undefined || known.exit === null) this.#commands = [...this.#commands, terminalId];
  }

  /** The commands from here that are running, each once. */
  takeCommands(): readonly string[] {
    const running = this.#commands;
    this.#commands = [];
    return running;
  }

  /** Interrupts the running turn for the first queued prompt. */
  async sendQueuedNow(): Promise<void> {
    const [first] = this.queued;
    if (first !== undefined) await this.#queue.steer(first.id);
  }

  /** Removes the last queued prompt and returns it for editing. */
  withdraw(): WrittenPrompt | undefined {
    return this.#queue.withdraw()?.content.written;
  }

  /** Removes all queued prompts. A prompt that is already being sent, because no turn is running, stays. */
  withdrawAll(): readonly WrittenPrompt[] {
    const waiting = this.chatView.turn === undefined ? this.queued.slice(1) : this.queued;
    return waiting.flatMap(({ id }) => this.#queue.withdraw(id)?.content.written ?? []);
  }

  /** Asks the agent to cancel, and forces it once the agent has ignored that. */
  async cancel(): Promise<void> {
    const force = this.problem(Date.now())?.type === "not_stopping";
    this.#cancelledAtMs ??= Date.now();
    await this.#session?.cancel({ force });
  }

  /** Stops showing the session's events; the session itself stays open. */
  unbind(): void {
    for (const stop of this.#stop) stop();
    this.#stop = [];
  }
}
