// A session in the chat: shows its events, sends it prompts, and keeps the queue of prompts that wait.
import type { ChangesEvent, ContentBlock } from "@parley/acp";
import { ChatView, PromptQueue, textOfBlocks, type QueuedPrompt } from "@parley/chat-model";
import type { RecordedEvent, Session, SessionSignal, TurnLimits, TurnResult } from "@parley/client";
import type { Scrollback } from "./scrollback.ts";
import { CHANGES_EVENTS_MAX } from "../limits.ts";

export interface ChatSessionEvents {
  readonly onChange: () => void;
  readonly onTurnEnd: (result: TurnResult, text: string) => void;
}

/** What a prompt consists of beside its text. */
interface PromptContent {
  readonly blocks: readonly ContentBlock[];
  readonly limits: TurnLimits | undefined;
}

export class ChatSession {
  readonly chatView: ChatView;
  readonly #events: ChatSessionEvents;
  #session: Session | undefined;
  #stop: (() => void)[] = [];
  readonly #queue: PromptQueue<PromptContent, TurnResult | undefined>;
  #changes: ChangesEvent[] = [];
  #signal: SessionSignal | undefined;

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
      if (event.type === "prompt") this.#queue.begun(textOfBlocks(event.prompt));
      if (event.type === "changes") this.#changes = [...this.#changes, event].slice(-CHANGES_EVENTS_MAX);
      if (event.type === "stop") this.#signal = undefined;
      this.chatView.apply(recorded);
    }
    this.#events.onChange();
  };

  /** `isListening`: the view already receives the session's events. */
  bind(session: Session, isListening: boolean): void {
    this.#session = session;
    this.chatView.seed(session.transcript.snapshot());
    if (!isListening) this.#stop.push(session.onEvents(this.onEvents));
    this.#stop.push(
      session.onSignal((signal) => {
        if (signal.type !== "queue") this.#signal = signal;
        this.#events.onChange();
      }),
    );
  }

  get session(): Session | undefined {
    return this.#session;
  }

  /** Queued prompts, the next one first, without the running one. */
  get queued(): readonly QueuedPrompt<PromptContent>[] {
    return this.#queue.waiting;
  }

  /** The changes of each turn, the latest last. */
  get changes(): readonly ChangesEvent[] {
    return this.#changes;
  }

  /** A problem with the running turn, such as a silent agent. */
  get signal(): SessionSignal | undefined {
    return this.#session?.isRunning === true ? this.#signal : undefined;
  }

  async prompt(blocks: readonly ContentBlock[], text: string, limits?: TurnLimits): Promise<void> {
    if (this.#session === undefined) return;
    const result = await this.#queue.add(textOfBlocks(blocks), { blocks, limits });
    if (result !== undefined) this.#events.onTurnEnd(result, text);
  }

  /** Removes the last queued prompt and returns its text for editing. */
  withdraw(): string | undefined {
    return this.#queue.withdraw();
  }

  /** Asks the agent to cancel, and forces it once the agent has ignored that. */
  async cancel(): Promise<void> {
    await this.#session?.cancel({ force: this.#signal?.type === "cancel_ignored" });
  }

  undone(event: ChangesEvent): void {
    this.#changes = this.#changes.filter((other) => other !== event);
  }

  /** Stops showing the session's events; the session itself stays open. */
  unbind(): void {
    for (const stop of this.#stop) stop();
    this.#stop = [];
  }
}
