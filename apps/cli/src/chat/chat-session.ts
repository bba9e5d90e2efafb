// A session in the chat: shows its events, sends it prompts, and keeps the queue of prompts that wait.
import type { ChangesEvent, ContentBlock } from "@parley/acp";
import { ChatView } from "@parley/chat-model";
import type { RecordedEvent, Session, SessionSignal, TurnLimits, TurnResult } from "@parley/client";
import type { Scrollback } from "./scrollback.ts";
import { CHANGES_EVENTS_MAX } from "./limits.ts";

export interface ChatSessionEvents {
  readonly onChange: () => void;
  readonly onTurnEnd: (result: TurnResult, text: string) => void;
}

export interface QueuedPrompt {
  readonly text: string;
  readonly abort: AbortController;
}

export class ChatSession {
  readonly chatView: ChatView;
  readonly #events: ChatSessionEvents;
  #session: Session | undefined;
  #stop: (() => void)[] = [];
  #queued: QueuedPrompt[] = [];
  #changes: ChangesEvent[] = [];
  #signal: SessionSignal | undefined;

  constructor(scrollback: Scrollback, events: ChatSessionEvents) {
    this.chatView = new ChatView(scrollback);
    this.#events = events;
  }

  /** Passed when the session is created, so that no event is missed. */
  readonly onEvents = (batch: readonly RecordedEvent[]): void => {
    for (const recorded of batch) {
      const { event } = recorded;
      if (event.type === "prompt") this.#queued.shift();
      if (event.type === "changes") this.#changes = [...this.#changes, event].slice(-CHANGES_EVENTS_MAX);
      if (event.type === "stop") this.#signal = undefined;
      this.chatView.apply(recorded);
    }
    this.#events.onChange();
  };

  /** `isHeard`: the view already receives the session's events. */
  bind(session: Session, isHeard: boolean): void {
    this.#session = session;
    this.chatView.seed(session.transcript.snapshot().state);
    if (!isHeard) this.#stop.push(session.onEvents(this.onEvents));
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
  get queued(): readonly QueuedPrompt[] {
    return this.#queued;
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
    const session = this.#session;
    if (session === undefined) return;
    const queued: QueuedPrompt = { text, abort: new AbortController() };
    this.#queued.push(queued);
    try {
      const result = await session.prompt(blocks, { signal: queued.abort.signal, limits });
      this.#events.onTurnEnd(result, text);
    } finally {
      this.#queued = this.#queued.filter((other) => other !== queued);
    }
  }

  /** Removes the last queued prompt and returns its text for editing. */
  takeBack(): string | undefined {
    const last = this.#queued.at(-1);
    if (last === undefined) return undefined;
    this.#queued = this.#queued.slice(0, -1);
    last.abort.abort();
    return last.text;
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
