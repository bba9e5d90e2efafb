// Takes items away when the conversation is rewound, and puts them back when that is undone.
import type { RewoundEvent } from "../session-event.ts";
import type { ItemList } from "./item-list.ts";
import type { TranscriptItem } from "./items.ts";

export class Rewinds {
  readonly #items: ItemList;
  /** What each rewind removed. The next prompt ends the time in which rewinds can be undone. */
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
