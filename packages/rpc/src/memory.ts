// Two transports joined in memory: as faithful as a wire (each message is copied through JSON), without one.
import { defaultLimits, type RpcLimits } from "./limits.ts";
import type { Message } from "./message.ts";
import type { Receiver, SendOutcome, Transport } from "./transport.ts";

export function createMemoryPair(limits: Partial<RpcLimits> = {}): [Transport, Transport] {
  const bytesHigh = limits.outboundBytesHigh ?? defaultLimits.outboundBytesHigh;
  const first = new MemoryTransport(bytesHigh);
  const second = new MemoryTransport(bytesHigh);
  first.other = second;
  second.other = first;
  return [first, second];
}

class MemoryTransport implements Transport {
  other: MemoryTransport | undefined;
  readonly #bytesHigh: number;
  /** What the other side has sent and this side has not yet delivered. */
  readonly #inbox: string[] = [];
  #inboxBytes = 0;
  #receiver: Receiver | undefined;
  #paused = false;
  #scheduled = false;
  #closed = false;
  #otherClosed = false;
  #waiting: (() => void)[] = [];

  constructor(bytesHigh: number) {
    this.#bytesHigh = bytesHigh;
  }

  open(receiver: Receiver): void {
    this.#receiver = receiver;
    this.#schedule();
  }

  send(message: Message): SendOutcome {
    const text = JSON.stringify(message);
    if (this.#closed || this.other === undefined || this.other.#closed) return "closed";
    return this.other.#take(text);
  }

  drained(): Promise<void> {
    const { other } = this;
    if (other === undefined || other.#closed || other.#inboxBytes <= this.#bytesHigh) return Promise.resolve();
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
    if (!this.#closed) {
      this.#closed = true;
      this.#wake();
      this.#receiver?.closed(undefined);
      if (this.other !== undefined) {
        this.other.#otherClosed = true;
        this.other.#schedule();
      }
    }
    return Promise.resolve();
  }

  #take(text: string): SendOutcome {
    this.#inbox.push(text);
    this.#inboxBytes += text.length;
    this.#schedule();
    return this.#inboxBytes > this.#bytesHigh ? "full" : "sent";
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
    if (this.#inboxBytes <= this.#bytesHigh) this.#wake();
    if (this.#otherClosed && this.#inbox.length === 0 && !this.#closed) {
      this.#closed = true;
      this.#receiver?.closed(undefined);
    }
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
