// Filters the events of a run's own turns. Others may prompt in its session at the same time, and their turns are not
// its output.
import type { SessionEvent } from "@parley/acp";
import type { NativeTurn } from "@parley/contract";

interface ShownEvent {
  readonly event: SessionEvent;
}

type Listener = (batch: readonly ShownEvent[]) => void;

interface OwnEventsOptions {
  /** The latest turns of the session. */
  readonly listTurns: () => Promise<readonly NativeTurn[]>;
  /** Whether the run started the turn; waits for prompts that are being sent. */
  readonly isOwn: (turnId: string) => Promise<boolean>;
  /** Another client's turn may already be running. */
  readonly isShared: boolean;
}

const OVER: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

/** One turn runs at a time and begins with its prompt, so the owner of a prompt owns all events until the next one. */
export class OwnEvents {
  readonly #options: OwnEventsOptions;
  readonly #listeners = new Set<Listener>();
  #isOwn = true;
  /** Events that arrive while the hub is asked for the turn's owner. */
  #held: ShownEvent[] = [];
  #asking: Promise<void> | undefined;
  #isInDoubt: boolean;

  constructor(options: OwnEventsOptions) {
    this.#options = options;
    this.#isInDoubt = options.isShared;
  }

  /** Returns a function that stops listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  take(batch: readonly ShownEvent[]): void {
    if (this.#asking !== undefined) {
      this.#held.push(...batch);
      return;
    }
    const at = this.#isInDoubt ? 0 : batch.findIndex(({ event }) => event.type === "prompt");
    if (at === -1 || batch.length === 0) return this.#show(batch);
    this.#show(batch.slice(0, at));
    this.#held = batch.slice(at);
    this.#asking = this.#ask(batch[at]?.event.seq ?? 0);
  }

  /** Resolves when all received events were shown or dropped. */
  async settled(): Promise<void> {
    while (this.#asking !== undefined) await this.#asking;
  }

  #show(batch: readonly ShownEvent[]): void {
    if (this.#isOwn && batch.length > 0) for (const listener of this.#listeners) listener(batch);
  }

  async #ask(seq: number): Promise<void> {
    this.#isOwn = await this.#owns(seq);
    this.#isInDoubt = false;
    this.#asking = undefined;
    const [first, ...rest] = this.#held;
    this.#held = [];
    if (first !== undefined) this.#show([first]);
    this.take(rest);
  }

  /** In doubt, an event is shown. */
  async #owns(seq: number): Promise<boolean> {
    try {
      const turn = findTurnAt(await this.#options.listTurns(), seq);
      return turn === undefined || (await this.#options.isOwn(turn.id));
    } catch {
      return true; // The connection is lost, which the run reports itself.
    }
  }
}

function findTurnAt(turns: readonly NativeTurn[], seq: number): NativeTurn | undefined {
  const having = turns.filter(({ state, first_seq: first, last_seq: last }) => {
    if (first === undefined || first > seq) return false;
    return last === undefined ? !OVER.has(state) : seq <= last;
  });
  return having.toSorted((one, other) => (other.first_seq ?? 0) - (one.first_seq ?? 0))[0];
}
