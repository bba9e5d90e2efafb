// The cards of remote agents: read with a time limit, with the latest results.
import { ParleyError, inParallel, unlessAborted } from "@parley/base";
import { withinMs } from "@parley/client/features";
import type { RemoteState } from "./entries.ts";
import type { AgentsLimits } from "../limits.ts";
import type { ReadCard, RemoteCard } from "../api/remote-card.ts";

type CardLimits = Pick<AgentsLimits, "cardMs" | "cardsParallelMax">;

export class RemoteCards {
  readonly #readCard: ReadCard;
  readonly #limits: CardLimits;
  readonly #closing = new AbortController();
  readonly #states = new Map<string, RemoteState>();

  constructor(readCard: ReadCard, limits: CardLimits) {
    this.#readCard = readCard;
    this.#limits = limits;
  }

  /** By the names of their entries. */
  get states(): ReadonlyMap<string, RemoteState> {
    return this.#states;
  }

  /** Rejects with `connection_failed`. */
  async read(url: string): Promise<RemoteCard> {
    const { signal: closing } = this.#closing;
    try {
      return await withinMs(this.#limits.cardMs, closing, (signal) =>
        unlessAborted(this.#readCard(url, signal), signal),
      );
    } catch (error) {
      if (error instanceof ParleyError && error.code === "connection_failed") throw error;
      const why = error instanceof Error ? error.message : String(error);
      const message = `Could not read the agent card at ${url}: ${why}`;
      throw new ParleyError({ code: "connection_failed", message, cause: error });
    }
  }

  /** A card that cannot be read makes its agent unavailable; the earlier card is kept. */
  async readAll(agents: readonly { readonly name: string; readonly url: string }[]): Promise<void> {
    await inParallel(agents, this.#limits.cardsParallelMax, async ({ name, url }) => {
      try {
        this.#states.set(name, { card: await this.read(url) });
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        this.#states.set(name, { ...this.#states.get(name), problem });
      }
    });
  }

  set(name: string, card: RemoteCard): void {
    this.#states.set(name, { card });
  }

  delete(name: string): void {
    this.#states.delete(name);
  }

  /** Aborts running reads. */
  close(): void {
    this.#closing.abort(new ParleyError({ code: "connection_closed", message: "The hub is closed" }));
  }
}
