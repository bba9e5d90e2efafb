// A first-in, first-out queue with operations in constant time.

/** Empty slots at the start are freed once there are this many and they outnumber the used ones. */
const EMPTY_MAX = 1024;

export class Queue<T> {
  #places: (T | undefined)[] = [];
  #first = 0;

  get length(): number {
    return this.#places.length - this.#first;
  }

  push(value: T): void {
    this.#places.push(value);
  }

  at(index: number): T | undefined {
    return this.#places[this.#first + index];
  }

  shift(): T | undefined {
    const value = this.#places[this.#first];
    if (value === undefined) return undefined;
    // The slot is cleared, so that the removed value can be garbage-collected.
    this.#places[this.#first] = undefined;
    this.#first += 1;
    if (this.#first > EMPTY_MAX && this.#first > this.length) {
      this.#places = this.#places.slice(this.#first);
      this.#first = 0;
    }
    return value;
  }

  pop(): T | undefined {
    return this.length === 0 ? undefined : this.#places.pop();
  }

  map<R>(toOther: (value: T) => R): R[] {
    const others: R[] = [];
    for (let index = this.#first; index < this.#places.length; index += 1) {
      const value = this.#places[index];
      if (value !== undefined) others.push(toOther(value));
    }
    return others;
  }
}
