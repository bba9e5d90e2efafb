// A bounded queue that is sent in batches, one after the other. Items beyond the bound are dropped and counted.

export interface BatchQueueOptions<Item> {
  readonly itemsMax: number;
  readonly batchMax: number;
  /** How long the first item waits for others. */
  readonly delayMs: number;
  /** Never rejects; the sender counts items that could not be sent. */
  readonly send: (batch: readonly Item[]) => Promise<void>;
}

export class BatchQueue<Item> {
  readonly #options: BatchQueueOptions<Item>;
  #items: Item[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  dropped = 0;

  constructor(options: BatchQueueOptions<Item>) {
    this.#options = options;
  }

  get length(): number {
    return this.#items.length;
  }

  add(item: Item): void {
    const { itemsMax, batchMax, delayMs } = this.#options;
    if (this.#items.length >= itemsMax) {
      this.dropped += 1;
      return;
    }
    this.#items.push(item);
    if (this.#items.length >= batchMax) this.#sendSoon(0);
    else if (this.#timer === undefined) this.#sendSoon(delayMs);
  }

  /** Sends all items, including those that arrive meanwhile. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#items.length > 0 || this.#sending !== undefined) await this.#sendOne();
  }

  #sendSoon(ms: number): void {
    if (this.#sending !== undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#sendOne(), ms).unref();
  }

  #sendOne(): Promise<void> {
    this.#timer = undefined;
    this.#sending ??= this.#sendBatch().finally(() => {
      this.#sending = undefined;
      const { batchMax, delayMs } = this.#options;
      if (this.#items.length > 0) this.#sendSoon(this.#items.length >= batchMax ? 0 : delayMs);
    });
    return this.#sending;
  }

  async #sendBatch(): Promise<void> {
    const batch = this.#items.splice(0, this.#options.batchMax);
    if (batch.length > 0) await this.#options.send(batch);
  }
}
