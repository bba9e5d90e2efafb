// Events of the log that an action here causes. They may come before or after the reply.

export class ExpectedEvents {
  #count = 0;

  /** `isDone`: whether the log has an event of it. */
  async during<T>(work: () => Promise<T>, isDone: (result: T) => boolean): Promise<T> {
    this.#count += 1;
    let isExpected = false;
    try {
      const result = await work();
      isExpected = isDone(result);
      return result;
    } finally {
      if (!isExpected) this.#count = Math.max(0, this.#count - 1);
    }
  }

  /** Whether the event is an expected one; each counts once. */
  begun(): boolean {
    const isExpected = this.#count > 0;
    if (isExpected) this.#count -= 1;
    return isExpected;
  }
}
