// Group commit: what all sessions appended in one turn of the event loop becomes one transaction, and is then delivered.
import type { SessionEvent } from "@parley/acp";
import { ParleyError, type Log } from "@parley/base";
import type { EventBatch, HubStore, SessionRow } from "../api/store.ts";
import { RETRIES_MAX, RETRY_MS } from "../limits.ts";
import type { LoggedEvent } from "../api/log.ts";

export type SessionChange = Partial<Omit<SessionRow, "id">>;

export interface CommitterOptions {
  readonly store: Pick<HubStore, "appendEvents">;
  readonly log: Log;
  /** What has changed about a session since the last call. */
  readonly takeChange: (sessionId: string) => SessionChange;
  /** In order, after it was stored. */
  readonly onStored: (sessionId: string, events: readonly LoggedEvent[]) => void;
  /** The events could not be stored, and are not retried. */
  readonly onLost: (sessionId: string, error: ParleyError) => void;
}

type Changes = ReadonlyMap<string, SessionChange>;
type Batches = Map<string, LoggedEvent[]>;

export class Committer {
  readonly #options: CommitterOptions;
  #pending: Batches = new Map();
  /** What is being written to the store now. */
  #storing: Batches = new Map();
  #isDurable = false;
  #scheduled: NodeJS.Immediate | undefined;
  #running: Promise<void> | undefined;

  constructor(options: CommitterOptions) {
    this.#options = options;
  }

  add(sessionId: string, event: SessionEvent, line: string): void {
    const events = this.#pending.get(sessionId);
    if (events === undefined) this.#pending.set(sessionId, [{ event, line }]);
    else events.push({ event, line });
    if (this.#running === undefined) this.#scheduled ??= setImmediate(() => this.#start());
  }

  /** Whether events of a session are not in the store yet. */
  has(sessionId: string): boolean {
    return this.#pending.has(sessionId) || this.#storing.has(sessionId);
  }

  /** Resolves when everything that was added so far is on the disk, or was given up. */
  async synced(): Promise<void> {
    this.#isDurable = true;
    // A running write may have started before the last event was added.
    await this.#running;
    if (this.#pending.size > 0) this.#start();
    await this.#running;
  }

  #start(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#pending.size > 0) this.#start();
    });
  }

  async #run(): Promise<void> {
    const batches = this.#pending;
    const isDurable = this.#isDurable;
    this.#pending = new Map();
    this.#storing = batches;
    this.#isDurable = false;
    const changes = new Map(Array.from(batches.keys(), (id) => [id, this.#options.takeChange(id)]));
    const isStored = await this.#store(batches, changes, isDurable);
    this.#storing = new Map();
    if (!isStored) return;
    for (const [sessionId, events] of batches) this.#options.onStored(sessionId, events);
  }

  async #store(batches: Batches, changes: Changes, isDurable: boolean): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#options.store.appendEvents(toBatches(batches), changes, { isDurable });
        return true;
      } catch (cause) {
        const error = toError(cause);
        // Logged for the first and the last try only.
        if (tries === 1 || tries >= RETRIES_MAX) {
          this.#options.log.write("error", "Could not store events", { code: error.code, cause: error.message, tries });
        }
        if (error.code === "session_lost") return this.#storeEach(batches, changes, isDurable);
        if (tries >= RETRIES_MAX) {
          for (const sessionId of batches.keys()) this.#lose(sessionId, error);
          return false;
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Later events of the session cannot be stored either: their numbers would leave a gap. */
  #lose(sessionId: string, error: ParleyError): void {
    this.#pending.delete(sessionId);
    this.#options.onLost(sessionId, error);
  }

  /** Another process wrote to one of the sessions: the others are stored one by one. */
  async #storeEach(batches: Batches, changes: Changes, isDurable: boolean): Promise<boolean> {
    for (const [sessionId, events] of batches) {
      const one: Batches = new Map([[sessionId, events]]);
      const change = new Map([[sessionId, changes.get(sessionId) ?? {}]]);
      try {
        await this.#options.store.appendEvents(toBatches(one), change, { isDurable });
      } catch (cause) {
        batches.delete(sessionId);
        this.#lose(sessionId, toError(cause));
      }
    }
    return true;
  }
}

function toBatches(batches: Batches): readonly EventBatch[] {
  return Array.from(batches, ([sessionId, events]) => ({
    sessionId,
    firstSeq: events[0]?.event.seq ?? 0,
    lines: events.map(({ line }) => line),
  }));
}

function toError(cause: unknown): ParleyError {
  if (cause instanceof ParleyError) return cause;
  return new ParleyError({ code: "store_failed", message: String(cause), cause });
}
