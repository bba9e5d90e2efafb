// Group commit: what all sessions appended in one turn of the event loop becomes one transaction, and is then delivered.
import type { SessionEvent } from "@parley/acp";
import { ParleyError, type Log } from "@parley/base";
import type { Interaction } from "../api/interactions.ts";
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

/** A question that is stored with the event that asks it. */
interface Asked {
  readonly question: Interaction;
  readonly stored: () => void;
  readonly failed: (error: ParleyError) => void;
}

type Questions = Map<string, readonly Asked[]>;

/** What one transaction stores. */
interface Flush {
  readonly batches: Batches;
  readonly changes: Changes;
  readonly questions: Questions;
  readonly isDurable: boolean;
  /** Writes that failed while it waited. */
  readonly failures: number;
}

export class Committer {
  readonly #options: CommitterOptions;
  #pending: Batches = new Map();
  /** What is being written to the store now. */
  #storing: Flush = nothing();
  #questions: Map<string, Asked[]> = new Map();
  #isDurable = false;
  /** Writes that failed since `#pending` has something. */
  #failures = 0;
  #scheduled: NodeJS.Immediate | undefined;
  #running: Promise<void> | undefined;

  constructor(options: CommitterOptions) {
    this.#options = options;
  }

  add(sessionId: string, event: SessionEvent, line: string): void {
    const events = this.#pending.get(sessionId);
    if (events === undefined) this.#await(sessionId, [{ event, line }]);
    else events.push({ event, line });
    this.#schedule();
  }

  /** Resolves when it is stored with the events that were added before it. */
  keep(sessionId: string, question: Interaction): Promise<void> {
    return new Promise((stored, failed) => {
      const asked = { question, stored, failed };
      const known = this.#questions.get(sessionId);
      if (known === undefined) this.#questions.set(sessionId, [asked]);
      else known.push(asked);
      if (!this.#pending.has(sessionId)) this.#await(sessionId, []);
      this.#schedule();
    });
  }

  /** Another server may have the session, so events that are not stored yet are dropped before later ones are added. */
  forget(sessionId: string, error: ParleyError): void {
    this.#storing.batches.delete(sessionId);
    const asked = [...(this.#storing.questions.get(sessionId) ?? []), ...(this.#questions.get(sessionId) ?? [])];
    this.#storing.questions.delete(sessionId);
    this.#pending.delete(sessionId);
    this.#questions.delete(sessionId);
    for (const { failed } of asked) failed(error);
  }

  /** Whether events of a session are not in the store yet. */
  has(sessionId: string): boolean {
    return this.#pending.has(sessionId) || this.#storing.batches.has(sessionId);
  }

  /** Resolves when everything that was added so far is on the disk, or was given up. */
  async synced(): Promise<void> {
    this.#isDurable = true;
    await this.stored();
  }

  /** Resolves when everything that was added so far is in the store, or was given up. */
  async stored(): Promise<void> {
    // A running write may have started before the last event was added.
    await this.#running;
    if (this.#pending.size > 0) this.#start();
    await this.#running;
  }

  #await(sessionId: string, events: LoggedEvent[]): void {
    if (this.#pending.size === 0) this.#failures = 0;
    this.#pending.set(sessionId, events);
  }

  #schedule(): void {
    if (this.#running === undefined) this.#scheduled ??= setImmediate(() => this.#start());
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
    const questions = this.#questions;
    const isDurable = this.#isDurable;
    this.#pending = new Map();
    if (questions.size > 0) this.#questions = new Map();
    this.#isDurable = false;
    const failures = this.#failures;
    const changes = new Map(Array.from(batches.keys(), (id) => [id, this.#options.takeChange(id)]));
    this.#storing = { batches, changes, questions, isDurable, failures };
    const isStored = await this.#store(this.#storing);
    this.#storing = nothing();
    if (!isStored) return;
    for (const [sessionId, events] of batches) this.#options.onStored(sessionId, events);
    for (const [sessionId, all] of questions) if (batches.has(sessionId)) for (const { stored } of all) stored();
  }

  async #store(flush: Flush): Promise<boolean> {
    // What waited while others were retried has waited for the store as well.
    for (let tries = flush.failures + 1; ; tries += 1) {
      try {
        await this.#append(flush);
        return true;
      } catch (cause) {
        const error = toError(cause);
        if (this.#pending.size > 0) this.#failures += 1;
        // Logged for the first and the last try only.
        if (tries === 1 || tries >= RETRIES_MAX) {
          this.#options.log.write("error", "Could not store events", { code: error.code, cause: error.message, tries });
        }
        if (error.code === "session_lost") return this.#storeEach(flush);
        if (tries >= RETRIES_MAX) {
          for (const sessionId of flush.batches.keys()) this.#lose(sessionId, error, flush.questions);
          return false;
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  #append({ batches, changes, questions, isDurable }: Flush): Promise<void> {
    const asked = questions.size === 0 ? undefined : [...questions.values()].flat().map(({ question }) => question);
    // Without sessions that were dropped since.
    const kept = new Map([...changes].filter(([id]) => batches.has(id)));
    return this.#options.store.appendEvents(toBatches(batches), kept, { isDurable, questions: asked });
  }

  /** Later events of the session cannot be stored either: their numbers would leave a gap. */
  #lose(sessionId: string, error: ParleyError, questions: Questions): void {
    const asked = [...(questions.get(sessionId) ?? []), ...(this.#questions.get(sessionId) ?? [])];
    this.#pending.delete(sessionId);
    this.#questions.delete(sessionId);
    this.#options.onLost(sessionId, error);
    for (const { failed } of asked) failed(error);
  }

  /** Another process wrote to one of the sessions: the others are stored one by one. */
  async #storeEach({ batches, changes, questions, isDurable }: Flush): Promise<boolean> {
    for (const [sessionId, events] of batches) {
      const asked = questions.get(sessionId);
      try {
        await this.#append({
          batches: new Map([[sessionId, events]]),
          changes: new Map([[sessionId, changes.get(sessionId) ?? {}]]),
          questions: new Map(asked && [[sessionId, asked]]),
          isDurable,
          failures: 0,
        });
      } catch (cause) {
        batches.delete(sessionId);
        this.#lose(sessionId, toError(cause), questions);
      }
    }
    return true;
  }
}

function nothing(): Flush {
  return { batches: new Map(), changes: new Map(), questions: new Map(), isDurable: false, failures: 0 };
}

function toBatches(batches: Batches): readonly EventBatch[] {
  const all: EventBatch[] = [];
  for (const [sessionId, events] of batches) {
    const [first] = events;
    if (first === undefined) continue;
    const endsTurn = events.at(-1)?.event.type === "stop";
    all.push({ sessionId, firstSeq: first.event.seq, lines: events.map(({ line }) => line), endsTurn });
  }
  return all;
}

function toError(cause: unknown): ParleyError {
  if (cause instanceof ParleyError) return cause;
  return new ParleyError({ code: "store_failed", message: String(cause), cause });
}
