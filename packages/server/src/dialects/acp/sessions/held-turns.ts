// The turns that end with one connection: it holds them until they are over or it is closed.
import type { Hub } from "@parley/hub";

export class HeldTurns {
  readonly #turns: Hub["turns"];
  readonly #holds = new Map<string, Disposable>();
  #isClosed = false;

  constructor(turns: Hub["turns"]) {
    this.#turns = turns;
  }

  /** Does nothing for a turn that does not end with its client. */
  add(turnId: string): void {
    if (this.#isClosed || this.#holds.has(turnId)) return;
    this.#holds.set(turnId, this.#turns.hold(turnId));
    const release = (): void => {
      this.#holds.get(turnId)?.[Symbol.dispose]();
      this.#holds.delete(turnId);
    };
    this.#turns.ended(turnId).then(release, release);
  }

  /** The connection is closed; the client has the grace time to reconnect. */
  close(): void {
    this.#isClosed = true;
    for (const hold of this.#holds.values()) hold[Symbol.dispose]();
    this.#holds.clear();
  }
}
