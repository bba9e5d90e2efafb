// A key that selects the next of several values. Quick presses count from the latest selection, not from the current
// value.

export interface CycleOptions<Value extends string> {
  readonly values: readonly Value[];
  /** The current value. */
  readonly current: string | undefined;
  readonly set: (value: Value) => Promise<unknown>;
}

export class Cycle {
  /** The latest selection, until it takes effect. */
  #wanted: string | undefined;

  /**
   * Settles when the value takes effect, or at once if an earlier press handles that. Values skipped meanwhile are not
   * set.
   */
  async next<Value extends string>({ values, current, set }: CycleOptions<Value>): Promise<void> {
    const isSetting = this.#wanted !== undefined;
    const from = this.#wanted ?? current;
    this.#wanted = values[(values.findIndex((value) => value === from) + 1) % Math.max(1, values.length)];
    if (isSetting) return;
    try {
      let holds = current;
      while (this.#wanted !== holds) {
        const next = values.find((value) => value === this.#wanted);
        if (next === undefined) return;
        await set(next);
        holds = next;
      }
    } finally {
      this.#wanted = undefined;
    }
  }
}
