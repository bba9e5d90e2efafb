// Things that happen, to be awaited one by one in the order in which they happened.

export class Queue<Item> {
  readonly #items: Item[] = [];
  readonly #takers: ((item: Item) => void)[] = [];

  push(item: Item): void {
    const taker = this.#takers.shift();
    if (taker === undefined) this.#items.push(item);
    else taker(item);
  }

  next(): Promise<Item> {
    const item = this.#items.shift();
    if (item !== undefined) return Promise.resolve(item);
    return new Promise((resolve) => this.#takers.push(resolve));
  }

  /** What has happened and was not awaited yet. */
  get waiting(): readonly Item[] {
    return this.#items;
  }
}

/** Lets everything happen that is due without a timer. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Tells whether a promise has settled yet. */
export function watch(promise: Promise<unknown>): { readonly isSettled: boolean } {
  const watched = { isSettled: false };
  void promise.finally(() => {
    watched.isSettled = true;
  });
  return watched;
}
