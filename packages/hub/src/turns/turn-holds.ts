// Turns that end with their client: each is cancelled once no connection has held it for the grace time.

export interface TurnHoldsOptions {
  /** How long a client may take to connect again. */
  readonly graceMs: number;
  /** Never rejects. */
  readonly cancel: (turnId: string) => Promise<void>;
}

interface HeldTurn {
  holders: number;
  timer: NodeJS.Timeout | undefined;
}

export class TurnHolds {
  readonly #options: TurnHoldsOptions;
  readonly #turns = new Map<string, HeldTurn>();

  constructor(options: TurnHoldsOptions) {
    this.#options = options;
  }

  /** The client has the grace time from now on to hold it. */
  add(turnId: string): void {
    if (this.#turns.has(turnId)) return;
    const turn: HeldTurn = { holders: 0, timer: undefined };
    this.#turns.set(turnId, turn);
    this.#wait(turnId, turn);
  }

  /** The turn is over. */
  delete(turnId: string): void {
    clearTimeout(this.#turns.get(turnId)?.timer);
    this.#turns.delete(turnId);
  }

  /** Does nothing for a turn that does not end with its client, or is over. */
  hold(turnId: string): Disposable {
    const turn = this.#turns.get(turnId);
    if (turn === undefined) return { [Symbol.dispose]: () => undefined };
    turn.holders += 1;
    clearTimeout(turn.timer);
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        turn.holders -= 1;
        if (turn.holders === 0 && this.#turns.get(turnId) === turn) this.#wait(turnId, turn);
      },
    };
  }

  close(): void {
    for (const { timer } of this.#turns.values()) clearTimeout(timer);
    this.#turns.clear();
  }

  #wait(turnId: string, turn: HeldTurn): void {
    turn.timer = setTimeout(() => void this.#options.cancel(turnId), this.#options.graceMs);
  }
}
