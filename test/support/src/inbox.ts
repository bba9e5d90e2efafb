// What has arrived so far, and a way to wait for what will: tests await events, they do not sleep.
import { WAIT_MS } from "./limits.ts";

export interface Inbox<Item> {
  readonly items: readonly Item[];
  push(item: Item): void;
  /** The item that fits (or the second one, and so on), there or still to come. Rejects if it takes too long. */
  find(what: string, fits: (item: Item) => boolean, count?: number): Promise<Item>;
}

export function createInbox<Item>(): Inbox<Item> {
  const items: Item[] = [];
  const waiting = new Set<(item: Item) => void>();
  return {
    items,
    push(item) {
      items.push(item);
      for (const look of waiting) look(item);
    },
    find(what, fits, count = 1) {
      const fitting = items.filter(fits);
      if (fitting.length >= count) return Promise.resolve(fitting[count - 1] as Item);
      let missing = count - fitting.length;
      return new Promise((resolve, reject) => {
        const look = (item: Item): void => {
          if (fits(item)) missing -= 1;
          if (missing > 0) return;
          waiting.delete(look);
          clearTimeout(timer);
          resolve(item);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`Waited ${WAIT_MS} ms for ${what}; the last of ${items.length} items: ${show(items)}`));
        }, WAIT_MS);
        waiting.add(look);
      });
    },
  };
}

function show(items: readonly unknown[]): string {
  return (JSON.stringify(items.slice(-20)) ?? "").slice(0, 2_000);
}
