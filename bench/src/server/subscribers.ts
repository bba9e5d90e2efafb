// Many who follow one session at once.
import { EventSubscriber } from "./event-subscriber.ts";
import type { Address } from "./watched-server.ts";

/** Connections that are opened at once. */
const OPENING = 100;

export class Subscribers implements Disposable {
  readonly #all: EventSubscriber[] = [];

  /** Resolves when the server has taken all of them. */
  static async open(address: Address, sessionId: string, after: number, count: number): Promise<Subscribers> {
    const subscribers = new Subscribers();
    const all = subscribers.#all;
    while (all.length < count) {
      const size = Math.min(OPENING, count - all.length);
      const some = Array.from({ length: size }, () => EventSubscriber.open(address, sessionId, after));
      all.push(...(await Promise.all(some)));
    }
    return subscribers;
  }

  /** How many events each of them has got. */
  get counts(): readonly number[] {
    return this.#all.map(({ events }) => events);
  }

  /** Resolves when each has that many events, or no more arrive. */
  async reached(count: number): Promise<void> {
    await Promise.all(this.#all.map((subscriber) => subscriber.reached(count)));
  }

  [Symbol.dispose](): void {
    for (const subscriber of this.#all) subscriber[Symbol.dispose]();
  }
}
