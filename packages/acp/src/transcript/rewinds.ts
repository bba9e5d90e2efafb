// Removes items when the conversation is rewound, and restores them when the rewind is undone.
import type { RewoundEvent } from "../session-event.ts";
import type { ItemList } from "./item-list.ts";
import type { TranscriptItem } from "./items.ts";

export class Rewinds {
  readonly #items: ItemList;
  /** The items that each rewind removed. After the next prompt, rewinds can no longer be undone. */
  readonly #removed = new Map<number, readonly TranscriptItem[]>();

  constructor(items: ItemList) {
    this.#items = items;
  }

  apply({ seq, toSeq, undoes }: RewoundEvent): void {
    const removed = this.#items.removeAfter(undoes === undefined ? toSeq : undoes - 1);
    if (undoes === undefined) {
      this.#removed.set(seq, removed);
      return;
    }
    this.#items.restore(this.#removed.get(undoes) ?? []);
    this.#removed.delete(undoes);
  }

  prompted(): void {
    if (this.#removed.size > 0) this.#removed.clear();
  }
}
