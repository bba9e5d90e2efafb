// A queue with constant-time operations at both ends.

/** Empty slots at the start are freed once there are this many and they are more than half. */
const TAKEN_MIN = 256;

export class Fifo<Item> {
  #items: (Item | undefined)[] = [];
  #taken = 0;

  get length(): number {
    return this.#items.length - this.#taken;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  first(): Item | undefined {
    return this.#items[this.#taken];
  }

  last(): Item | undefined {
    return this.length === 0 ? undefined : this.#items.at(-1);
  }

  shift(): Item | undefined {
    const item = this.#items[this.#taken];
    if (this.length === 0) return undefined;
    this.#items[this.#taken] = undefined;
    this.#taken += 1;
    if (this.#taken >= TAKEN_MIN && this.#taken * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#taken);
      this.#taken = 0;
    }
    return item;
  }
}
