// What this server stored last under its claims. No other server writes it while a claim lasts, so it can be changed without being read first.

interface Claimed<Row> {
  /** Number of the claim. */
  readonly epoch: number;
  readonly row: Row;
}

export class ClaimedRows<Row> {
  /** The one that was stored first is first. */
  readonly #rows = new Map<string, Claimed<Row>>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  find(id: string): Claimed<Row> | undefined {
    return this.#rows.get(id);
  }

  /** Without a claim, another server may change it at any time. */
  set(id: string, epoch: number | undefined, row: Row): void {
    this.#rows.delete(id);
    if (epoch === undefined) return;
    this.#rows.set(id, { epoch, row });
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > this.#max && oldest !== undefined) this.#rows.delete(oldest);
  }

  delete(id: string): void {
    this.#rows.delete(id);
  }
}
