// A session in the chat: shows its events, sends it prompts, and keeps the queue of prompts that wait.
import type { ContentBlock } from "@parley/acp";
import { ChatView, PromptQueue, textOfBlocks, type QueuedPrompt } from "@parley/chat-model";
import type { RecordedEvent, TurnResult } from "../conversation/conversation.ts";
import type { TurnLimits } from "../client/turn-limits.ts";
import type { OpenSession } from "./chat-host.ts";
import type { Scrollback } from "./scrollback.ts";
import { CANCEL_NOTICE_MS, QUIET_NOTICE_MS } from "../limits.ts";

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
  #session: OpenSession | undefined;
  #stop: (() => void)[] = [];
  readonly #queue: PromptQueue<PromptContent, TurnResult | undefined>;
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
      const isFromElsewhere = event.type === "prompt" && !this.#queue.begun(textOfBlocks(event.prompt));
      if (event.type === "stop") this.#cancelledAtMs = undefined;
      this.chatView.apply(recorded, { isFromElsewhere });
    }
    this.#heardAtMs = Date.now();
    this.#events.onChange();
  };

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

  /** A problem with the running turn: its agent does not stop, or says nothing. */
  problem(nowMs: number): { readonly type: "not_stopping" | "quiet"; readonly forMs: number } | undefined {
    if (this.#session?.isRunning !== true) return undefined;
    const stoppingMs = this.#cancelledAtMs === undefined ? 0 : nowMs - this.#cancelledAtMs;
    if (stoppingMs > CANCEL_NOTICE_MS) return { type: "not_stopping", forMs: stoppingMs };
    const quietMs = nowMs - this.#heardAtMs;
    return quietMs > QUIET_NOTICE_MS ? { type: "quiet", forMs: quietMs } : undefined;
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
