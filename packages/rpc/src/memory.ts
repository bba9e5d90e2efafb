// Two transports joined in memory: as faithful as a wire (each message is copied through JSON), without one.
import { ParleyError } from "@parley/base";
import { defaultLimits, type RpcLimits } from "./limits.ts";
import type { Message } from "./message.ts";
import type { Receiver, SendOutcome, Transport } from "./transport.ts";

export interface MemoryTransport extends Transport {
  /** A message that is already JSON. */
  sendText(text: string): SendOutcome;
}

export function createMemoryPair(limits: Partial<RpcLimits> = {}): [MemoryTransport, MemoryTransport] {
  const all = { ...defaultLimits, ...limits };
  const first = new JoinedTransport(all);
  const second = new JoinedTransport(all);
  first.other = second;
  second.other = first;
  return [first, second];
}

class JoinedTransport implements MemoryTransport {
  other: JoinedTransport | undefined;
  readonly #limits: RpcLimits;
  /** Messages from the other side that are not delivered yet. */
  readonly #inbox: string[] = [];
  #inboxBytes = 0;
  #receiver: Receiver | undefined;
  #paused = false;
  #scheduled = false;
  #closed = false;
  #reason: ParleyError | undefined;
  #otherClosed = false;
  /** Senders on the other side that wait for this inbox. */
  #waiting: (() => void)[] = [];

  constructor(limits: RpcLimits) {
    this.#limits = limits;
  }

  open(receiver: Receiver): void {
    this.#receiver = receiver;
    if (this.#closed) receiver.closed(this.#reason);
    else this.#schedule();
  }

  send(message: Message): SendOutcome {
    return this.sendText(JSON.stringify(message));
  }

  sendText(text: string): SendOutcome {
    if (this.#closed || this.other === undefined || this.other.#closed) return "closed";
    return this.other.#take(text);
  }

  drained(): Promise<void> {
    const { other } = this;
    if (this.#closed || other === undefined || !other.#isFull()) return Promise.resolve();
    return new Promise((resolve) => other.#waiting.push(resolve));
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#schedule();
  }

  close(): Promise<void> {
    const { other } = this;
    this.#finish(undefined);
    if (other !== undefined && !other.#otherClosed) {
      other.#otherClosed = true;
      other.#wake();
      other.#schedule();
    }
    return Promise.resolve();
  }

  #take(text: string): SendOutcome {
    if (this.#inboxBytes + text.length > this.#limits.outboundBytesMax) return this.#overflow();
    this.#inbox.push(text);
    this.#inboxBytes += text.length;
    this.#schedule();
    return this.#isFull() ? "full" : "sent";
  }

  #isFull(): boolean {
    return !this.#closed && this.#inboxBytes > this.#limits.outboundBytesHigh;
  }

  #overflow(): SendOutcome {
    const message = `The other side stopped reading: more than ${this.#limits.outboundBytesMax} bytes wait to be sent`;
    const reason = new ParleyError({ code: "connection_overflow", message });
    if (this.other !== undefined) this.other.#finish(reason);
    this.#finish(reason);
    return "closed";
  }

  #finish(reason: ParleyError | undefined): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#reason = reason;
    this.#wake();
    this.#receiver?.closed(reason);
  }

  #schedule(): void {
    if (this.#scheduled || this.#receiver === undefined) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#deliver();
    });
  }

  #deliver(): void {
    let delivered = 0;
    while (!this.#paused && !this.#closed && delivered < this.#inbox.length) {
      const text = this.#inbox[delivered] ?? "null";
      delivered += 1;
      this.#inboxBytes -= text.length;
      this.#receiver?.message(JSON.parse(text), text.length);
    }
    this.#inbox.splice(0, delivered);
    if (!this.#isFull()) this.#wake();
    if (this.#otherClosed && this.#inbox.length === 0) this.#finish(undefined);
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
