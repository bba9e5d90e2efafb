// Sends messages one after the other, each when the previous one was accepted.
import type { RpcLimits } from "../limits.ts";
import type { SendOutcome } from "../transport.ts";

export interface OutboxOptions<Item> {
  readonly limits: RpcLimits;
  /** Handles failures itself; never rejects. */
  readonly deliver: (item: Item) => Promise<void>;
  readonly onOverflow: () => void;
}

export class Outbox<Item extends { readonly text: string }> {
  readonly #options: OutboxOptions<Item>;
  #items: Item[] = [];
  #chars = 0;
  #stopped = false;
  #running: Promise<void> | undefined;
  #waiting: (() => void)[] = [];

  constructor(options: OutboxOptions<Item>) {
    this.#options = options;
  }

  add(item: Item): SendOutcome {
    const { limits, onOverflow } = this.#options;
    if (this.#chars + item.text.length > limits.outboundBytesMax) {
      onOverflow();
      return "closed";
    }
    this.#items.push(item);
    this.#chars += item.text.length;
    this.#running ??= this.#run();
    return this.#chars > limits.outboundBytesHigh ? "full" : "sent";
  }

  drained(): Promise<void> {
    if (this.#chars <= this.#options.limits.outboundBytesHigh) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Resolves when everything has been accepted. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Drops unsent messages. No message may be added afterwards. */
  stop(): void {
    this.#stopped = true;
    this.#items = [];
    this.#chars = 0;
    this.#wake();
  }

  async #run(): Promise<void> {
    while (this.#items.length > 0) {
      const batch = this.#items;
      this.#items = [];
      for (const item of batch) {
        if (!this.#stopped) await this.#take(item);
      }
    }
    this.#running = undefined;
  }

  async #take(item: Item): Promise<void> {
    await this.#options.deliver(item);
    if (this.#stopped) return;
    this.#chars -= item.text.length;
    if (this.#chars <= this.#options.limits.outboundBytesHigh) this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
