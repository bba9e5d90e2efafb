// One connection that follows one session: sends all events of the log to its client, in order.
import {
  isAbandoned,
  type Hub,
  type HubSession,
  type LoggedEvent,
  type Subscriber,
  type Subscription,
} from "@parley/hub";
import { ACP_OWN_PROMPTS_MAX } from "../../../limits.ts";
import type { Frame, Wire } from "../wire.ts";
import { toEventFrames } from "./event-frames.ts";
import { formatUpdate } from "./format-update.ts";
import { toFrames, type FrameBatch, type FrameNeed, type UpdateFrame } from "./frames.ts";
import { OwnTurns } from "./own-turns.ts";
import { TerminalTexts } from "./terminal-texts.ts";

export interface AttachmentOptions {
  readonly sessionId: string;
  readonly hub: Hub;
  readonly wire: Wire;
  /** The client gets the events of the log, and no updates or questions. */
  readonly sendsEvents: boolean;
  /** Events that no longer count, which clients that get updates are not sent. */
  readonly abandoned?: HubSession["abandoned"];
  /** Whether the client announced what a frame needs. */
  readonly accepts: (need: Exclude<FrameNeed, undefined>) => boolean;
  /** Questions whose event was sent. */
  readonly onAsked: (interactionId: string) => void;
  readonly onAnswered: (interactionId: string) => void;
  /** Whether this client gave the answer. */
  readonly isOwnAnswer: (interactionId: string) => boolean;
  /** The session was deleted, or its log cannot be read. */
  readonly onEnded: (reason: EndOfLog) => void;
}

type EndOfLog = Parameters<Subscriber["ended"]>[0];

interface Waiter {
  readonly seq: number;
  readonly resolve: () => void;
}

export class Attachment implements Subscriber {
  readonly turns: OwnTurns = new OwnTurns();
  readonly #options: AttachmentOptions;
  #subscription: Subscription | undefined;
  #waiters: Waiter[] = [];
  #cursor: number;
  readonly #terminals = new TerminalTexts();
  /** Events that are prompts of this connection. */
  readonly #ownPrompts = new Set<number>();
  /** The latest event that is another client's prompt. */
  #othersPrompt = 0;
  #hasRoomAgain = false;
  #isClosed = false;

  /** Follows from after this event on, once `start` is called. */
  constructor(options: AttachmentOptions, after: number) {
    this.#options = options;
    this.#cursor = after;
  }

  get sessionId(): string {
    return this.#options.sessionId;
  }

  async start(): Promise<void> {
    const { hub, sessionId } = this.#options;
    const subscription = await hub.sessions.subscribe(sessionId, this, { after: this.#cursor });
    if (this.#isClosed) {
      subscription.close();
      return;
    }
    this.#subscription = subscription;
    // Events may arrive, and the wire may drain, before the subscription is stored here.
    if (this.#hasRoomAgain) subscription.resume();
  }

  events(batch: readonly LoggedEvent[]): boolean {
    if (this.#isClosed) return true;
    const { wire, sessionId, sendsEvents } = this.#options;
    const updates = sendsEvents ? undefined : toFrames(this.#counting(batch));
    const wanted = updates === undefined ? toEventFrames(sessionId, batch) : this.#wanted(updates);
    const hasRoom = wanted.length === 0 || wire.sendFrames(sessionId, wanted);
    this.#cursor = batch[batch.length - 1]?.event.seq ?? this.#cursor;
    if (updates !== undefined) this.#ask(updates);
    if (this.#waiters.length > 0) this.#wake();
    if (!hasRoom) void wire.drained(sessionId).then(() => this.#resume());
    return hasRoom;
  }

  ended(reason: EndOfLog): void {
    this.close();
    // Otherwise the client would wait forever; a disconnected one comes back.
    if (reason === "failed") this.#options.wire.end("internal", "The log of a session could not be read");
    this.#options.onEnded(reason);
  }

  /** Resolves when everything up to this event was handed to the wire, or no more will be. */
  reached(seq: number): Promise<void> {
    if (this.#isClosed || this.#cursor >= seq) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push({ seq, resolve }));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#subscription?.close();
    this.#wake();
  }

  /** For resending to a client that lost messages. */
  again(events: readonly LoggedEvent[]): readonly Frame[] {
    if (this.#options.sendsEvents) return toEventFrames(this.sessionId, events);
    return toFrames(this.#counting(events)).frames.flatMap((frame) => {
      const { need, prompt, seq } = frame;
      const isWanted = prompt === undefined ? this.#accepts(need) : !this.#ownPrompts.has(seq);
      return isWanted ? (this.#withTerminals(frame) ?? []) : [];
    });
  }

  #counting(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
    const { abandoned } = this.#options;
    return abandoned === undefined ? events : events.filter(({ event }) => !isAbandoned({ abandoned }, event.seq));
  }

  #wanted({ frames, isPlain }: FrameBatch): readonly Frame[] {
    return isPlain ? frames : this.#select(frames);
  }

  #ask({ asked, answered }: FrameBatch): void {
    const { onAsked, onAnswered } = this.#options;
    for (const id of asked) onAsked(id);
    for (const id of answered) onAnswered(id);
  }

  #select(frames: readonly UpdateFrame[]): readonly Frame[] {
    return frames.flatMap((frame) => {
      if (!this.#wants(frame)) return [];
      if (frame.terminal !== undefined) this.#terminals.note(frame.terminal);
      return this.#withTerminals(frame) ?? [];
    });
  }

  #withTerminals(frame: UpdateFrame): Frame | undefined {
    const { terminal, seq, isLast } = frame;
    if (terminal === undefined) return frame;
    const update = this.#terminals.toUpdate(terminal);
    return update === undefined ? undefined : { text: formatUpdate(this.sessionId, seq, update), seq, isLast };
  }

  #wants({ need, prompt, seq, answered }: UpdateFrame): boolean {
    if (answered !== undefined && this.#options.isOwnAnswer(answered)) return false;
    if (prompt === undefined) return this.#accepts(need);
    // A prompt with several blocks has several frames, but is looked up once.
    if (seq === this.#othersPrompt) return true;
    if (this.#ownPrompts.has(seq)) return false;
    if (this.turns.isOwn(prompt)) this.#addOwnPrompt(seq);
    else this.#othersPrompt = seq;
    return seq === this.#othersPrompt;
  }

  #resume(): void {
    this.#hasRoomAgain = true;
    this.#subscription?.resume();
  }

  #accepts(need: FrameNeed): boolean {
    return need === undefined || this.#options.accepts(need);
  }

  #addOwnPrompt(seq: number): void {
    this.#ownPrompts.add(seq);
    const [oldest] = this.#ownPrompts;
    if (this.#ownPrompts.size > ACP_OWN_PROMPTS_MAX && oldest !== undefined) this.#ownPrompts.delete(oldest);
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) {
      if (this.#isClosed || waiter.seq <= this.#cursor) waiter.resolve();
      else this.#waiters.push(waiter);
    }
  }
}
