// All unfinished turns of all sessions, kept up to date by the server's stream of changes.
import { toMessage } from "@parley/chat-ui";
import type { NativeTurn } from "@parley/contract";
import type { ChangeEvent, FollowingEvents, Remote } from "@parley/remote";
import { OPEN_TURNS_MAX } from "../../limits.ts";

const OPEN = ["created", "in_progress", "awaiting", "cancelling"] as const;
const PAGE = 200;

export function isOpen({ state }: Pick<NativeTurn, "state">): boolean {
  return (OPEN as readonly string[]).includes(state);
}

export class OpenTurns {
  readonly #remote: Remote;
  readonly #following: FollowingEvents;
  readonly #listeners = new Set<() => void>();
  readonly #byId = new Map<string, NativeTurn>();
  /** Turns that ended while the list was being read. */
  readonly #ended = new Set<string>();
  #turns: readonly NativeTurn[] | undefined;
  #isLoaded = false;
  #error: string | undefined;

  constructor(remote: Remote) {
    this.#remote = remote;
    this.#following = remote.events({ reset: () => this.reload(), events: (batch) => this.#take(batch) });
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get error(): string | undefined {
    return this.#error;
  }

  /** The oldest first; the same array until something changes. */
  get turns(): readonly NativeTurn[] {
    this.#turns ??= [...this.#byId.values()].toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1));
    return this.#turns;
  }

  reload(): void {
    this.#error = undefined;
    this.#load().catch((error: unknown) => {
      this.#error = toMessage(error);
      this.#changed();
    });
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#following.close();
  }

  async #load(): Promise<void> {
    this.#ended.clear();
    const pages = await Promise.all(OPEN.map((state) => this.#list(state)));
    this.#byId.clear();
    for (const turn of pages.flat()) if (!this.#ended.has(turn.id)) this.#byId.set(turn.id, turn);
    this.#isLoaded = true;
    this.#changed();
  }

  async #list(state: NativeTurn["state"]): Promise<readonly NativeTurn[]> {
    const all: NativeTurn[] = [];
    let cursor: string | undefined;
    do {
      const params = { state, limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const { turns, next_cursor: next } = await this.#remote.request("turns/list", params);
      all.push(...turns);
      cursor = next;
    } while (cursor !== undefined && all.length < OPEN_TURNS_MAX);
    return all;
  }

  #take(batch: readonly ChangeEvent[]): void {
    const changes = batch.filter((event) => event.type === "turn");
    for (const { turn } of changes) {
      if (isOpen(turn)) this.#byId.set(turn.id, turn);
      else {
        this.#ended.add(turn.id);
        this.#byId.delete(turn.id);
      }
    }
    if (changes.length > 0) this.#changed();
  }

  #changed(): void {
    this.#turns = undefined;
    for (const listener of this.#listeners) listener();
  }
}
