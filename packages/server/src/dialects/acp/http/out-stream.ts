// One stream of an HTTP connection: unread messages are queued in order.
import type { EventStream, ServerSentEvent } from "../../../http/event-stream.ts";
import { ACP_BUFFERED_BYTES_HIGH } from "../../../limits.ts";
import type { Frame } from "../wire.ts";
import { formatPosition, isBefore, START, type Position } from "./position.ts";
import { Retained, type RetainedMessage } from "./retained.ts";

interface Waiting {
  readonly event: ServerSentEvent;
  readonly position: Position;
  readonly isMessage: boolean;
}

/** What a returning reader has missed: events of the log between two positions, and messages between them. */
export interface Missed {
  readonly after: Position;
  readonly upTo: Position;
  readonly messages: readonly RetainedMessage[];
}

export class OutStream {
  readonly #hasIds: boolean;
  readonly #onUnread: () => void;
  readonly #retained = new Retained();
  #reader: EventStream | undefined;
  #isClaimed = false;
  #hasRoom = true;
  #queue: Waiting[] = [];
  /** The positions of the latest accepted message, and of the latest one handed to a reader. */
  #taken = START;
  #sent = START;
  #waiting: (() => void)[] = [];
  queuedChars = 0;

  /** Only streams of sessions have ids. */
  constructor(options: { readonly hasIds: boolean; readonly onUnread: () => void }) {
    this.#hasIds = options.hasIds;
    this.#onUnread = options.onUnread;
  }

  get isRead(): boolean {
    return this.#isClaimed;
  }

  send(data: string): void {
    this.#taken = { seq: this.#taken.seq, sub: this.#taken.sub + 1 };
    const event = this.#hasIds ? { data, id: formatPosition(this.#taken) } : { data };
    this.#put([{ event, position: this.#taken, isMessage: true }]);
  }

  /** False: enough for now. */
  sendFrames(frames: readonly Frame[]): boolean {
    const waiting = frames.map(({ text, seq, isLast }) => {
      this.#taken = { seq, sub: 0 };
      return { event: isLast ? { data: text, id: seq } : { data: text }, position: this.#taken, isMessage: false };
    });
    this.#put(waiting);
    return this.#canTake();
  }

  drained(): Promise<void> {
    if (this.#canTake()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Claims the stream for a reader, before it can be written to. False if it already has a reader. */
  claim(): boolean {
    if (this.#isClaimed) return false;
    this.#isClaimed = true;
    return true;
  }

  release(): void {
    this.#isClaimed = false;
    this.#reader = undefined;
    this.#wake();
    this.#onUnread();
  }

  /** Messages after this position that have not arrived. */
  missed(after: Position): Missed | undefined {
    if (!isBefore(after, this.#sent)) return undefined;
    return { after, upTo: this.#sent, messages: this.#retained.between(after, this.#sent) };
  }

  /** The stream is new; its reader got everything up to here from another one. */
  beginAfter(position: Position): void {
    if (isBefore(this.#taken, position)) this.#taken = position;
    if (isBefore(this.#sent, position)) this.#sent = position;
  }

  /** Sends all waiting and new messages to the reader. */
  attach(reader: EventStream): void {
    if (reader.signal.aborted) return;
    this.#reader = reader;
    this.#hasRoom = true;
    reader.onDrain(() => {
      this.#hasRoom = true;
      this.#wake();
    });
    const queue = this.#queue;
    this.#queue = [];
    this.queuedChars = 0;
    if (queue.length > 0) this.#deliver(reader, queue);
    this.#wake();
  }

  end(): void {
    this.#reader?.end();
    this.#queue = [];
    this.queuedChars = 0;
    this.#wake(true);
  }

  #put(waiting: readonly Waiting[]): void {
    if (this.#reader !== undefined) this.#deliver(this.#reader, waiting);
    else {
      this.#queue.push(...waiting);
      for (const { event } of waiting) this.queuedChars += event.data.length;
    }
  }

  #deliver(reader: EventStream, waiting: readonly Waiting[]): void {
    this.#sent = waiting[waiting.length - 1]?.position ?? this.#sent;
    if (this.#hasIds) {
      for (const { event, position, isMessage } of waiting) {
        if (isMessage) this.#retained.add({ position, data: event.data });
      }
    }
    this.#hasRoom = reader.sendAll(waiting.map(({ event }) => event));
  }

  #canTake(): boolean {
    return this.#reader === undefined ? this.queuedChars <= ACP_BUFFERED_BYTES_HIGH : this.#hasRoom;
  }

  #wake(isOver = false): void {
    if (!isOver && !this.#canTake()) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
