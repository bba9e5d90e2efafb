// The turns that are not over: each change is stored first, then reported to listeners and waiting callers.
import { errorCodeOf, ParleyError, type Log } from "@parley/base";
import type { HubStore } from "../api/store.ts";
import { SAVE_RETRY_MS, UNSAVED_MAX } from "../limits.ts";
import { FOLLOW_TURN_MS } from "../node-limits.ts";
import { isOver, type Turn } from "../api/turns.ts";

export type TurnChange = Partial<Omit<Turn, "id" | "sessionId" | "createdAtMs">>;

interface Entry {
  /** As this process knows it. */
  turn: Turn;
  /** As it is stored, which is what callers see: what they have seen survives a crash. */
  stored: Turn;
  readonly waiting: { readonly fits: (turn: Turn) => boolean; readonly settle: (turn: Turn) => void }[];
}

export class TurnTable {
  readonly #store: HubStore;
  readonly #log: Log;
  readonly #open = new Map<string, Entry>();
  /** Turns that are over, but not in the store yet. */
  readonly #unsaved = new Map<string, Turn>();
  #saving: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #listeners = new Set<(turn: Turn) => void>();

  constructor(store: HubStore, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  get open(): readonly Turn[] {
    return Array.from(this.#open.values(), ({ turn }) => turn);
  }

  async add(turn: Turn): Promise<void> {
    await this.#store.insertTurn(turn);
    this.adopt(turn);
    this.tell(turn);
  }

  /** Adds a turn that is already stored. */
  adopt(turn: Turn): void {
    this.#open.set(turn.id, { turn, stored: turn, waiting: [] });
  }

  async get(id: string): Promise<Turn> {
    const turn = this.#open.get(id)?.stored ?? this.#unsaved.get(id) ?? (await this.#store.getTurn(id));
    if (turn === undefined) throw new ParleyError({ code: "turn_not_found", message: `Turn ${id} not found` });
    return turn;
  }

  /** Undefined if it is over. */
  find(id: string): Turn | undefined {
    return this.#open.get(id)?.turn;
  }

  async change(id: string, change: TurnChange): Promise<void> {
    const entry = this.#open.get(id);
    // Its end is stored once, also while the store takes its time.
    if (entry === undefined || isOver(entry.turn)) return;
    entry.turn = { ...entry.turn, ...change };
    const { turn } = entry;
    try {
      await this.#store.updateTurn(id, change);
    } catch (error) {
      if (errorCodeOf(error) === "session_lost") return this.follow(id);
      if (!isOver(turn)) throw error;
      // Another server may continue it if this one cannot store its end, so it is not reported before.
      if (this.#store.nodes !== undefined) return this.#endLater(entry, change, error);
      // Callers that wait for its end get it even if the disk is full.
      this.#saveLater(turn, error);
    }
    this.#changed(entry, change, turn);
  }

  #changed(entry: Entry, change: TurnChange, turn: Turn): void {
    entry.stored = { ...entry.stored, ...change };
    if (isOver(turn)) this.#open.delete(turn.id);
    this.tell(turn);
    for (const one of entry.waiting.splice(0)) {
      if (one.fits(turn)) one.settle(turn);
      else entry.waiting.push(one);
    }
  }

  /** Stored when it returns, whichever server runs it. Rejects with `turn_over`. */
  async requestCancel(id: string): Promise<Turn> {
    const unsaved = this.#unsaved.get(id);
    const turn = unsaved ?? (await this.#store.requestCancel(id));
    if (turn === undefined) throw new ParleyError({ code: "turn_not_found", message: `Turn ${id} not found` });
    const entry = this.#open.get(id);
    // Its end may be on its way to the store.
    const { state } = entry !== undefined && isOver(entry.turn) ? entry.turn : turn;
    if (isOver({ state })) throw new ParleyError({ code: "turn_over", message: `The turn is already ${state}` });
    if (entry !== undefined) {
      entry.turn = { ...entry.turn, state: "cancelling" };
      entry.stored = { ...entry.stored, state: "cancelling" };
    }
    this.tell(turn);
    return turn;
  }

  async reaches(id: string, fits: (turn: Turn) => boolean): Promise<Turn> {
    const turn = await this.get(id);
    if (fits(turn)) return turn;
    const entry = this.#open.get(id);
    if (entry === undefined) return this.get(id);
    return new Promise((settle) => entry.waiting.push({ fits, settle }));
  }

  /** Leaves it in the store unchanged, for the next process. */
  leave(id: string): void {
    this.#open.delete(id);
  }

  onChange(listener: (turn: Turn) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Until it is stored, or until the turn is not ours any more. */
  async #endLater(entry: Entry, change: TurnChange, cause: unknown): Promise<void> {
    const { turn } = entry;
    const { id } = turn;
    this.#log.write("error", "Could not store the end of a turn", { turnId: id, code: errorCodeOf(cause), cause });
    while (this.#open.get(id) === entry && !this.#isClosed) {
      await new Promise((resolve) => setTimeout(resolve, SAVE_RETRY_MS).unref());
      if (this.#open.get(id) !== entry) return;
      try {
        await this.#store.updateTurn(id, change);
        return this.#changed(entry, change, turn);
      } catch (error) {
        if (errorCodeOf(error) === "session_lost") return this.follow(id);
      }
    }
  }

  /** In memory until the store takes it; after a restart such a turn counts as interrupted. */
  #saveLater(turn: Turn, cause: unknown): void {
    const code = errorCodeOf(cause);
    this.#log.write("error", "Could not store the end of a turn", { turnId: turn.id, code, cause });
    const [oldest] = this.#unsaved.keys();
    if (this.#unsaved.size >= UNSAVED_MAX && oldest !== undefined) this.#unsaved.delete(oldest);
    this.#unsaved.set(turn.id, turn);
    this.#saving ??= setInterval(() => void this.#saveAll(), SAVE_RETRY_MS).unref();
  }

  async #saveAll(): Promise<void> {
    for (const [id, turn] of this.#unsaved) {
      try {
        await this.#store.updateTurn(id, turn);
      } catch (error) {
        // The failure was logged, and is retried later, unless another server has the session and ends the turn.
        if (errorCodeOf(error) !== "session_lost") return;
      }
      this.#unsaved.delete(id);
    }
    clearInterval(this.#saving);
    this.#saving = undefined;
  }

  /** The store is about to be closed. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#saving);
  }

  /** Another server has it now: callers wait for what that one stores. */
  follow(id: string): void {
    const waiting = this.#open.get(id)?.waiting ?? [];
    this.#open.delete(id);
    const check = async (): Promise<void> => {
      const turn = await this.#store.getTurn(id).catch(() => undefined); // The next check may succeed.
      if (turn === undefined) return;
      for (const one of waiting.splice(0)) {
        if (one.fits(turn)) one.settle(turn);
        else waiting.push(one);
      }
      if (waiting.length === 0) clearInterval(timer);
    };
    const timer = setInterval(() => void check(), FOLLOW_TURN_MS);
    timer.unref();
  }

  /** Reports a change that another server has stored, too. */
  tell(turn: Turn): void {
    for (const listener of this.#listeners) {
      try {
        listener(turn);
      } catch (cause) {
        this.#log.write("error", "A listener of turns threw", { cause });
      }
    }
  }
}
