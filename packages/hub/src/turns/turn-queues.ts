// The turns of each session, one after the other: the running one and the queued ones.
import type { Interaction } from "../api/interactions.ts";
import type { Turn } from "../api/turns.ts";
import type { TurnStart } from "./turn-run.ts";

export interface QueuedTurn {
  readonly turn: Turn;
  readonly start: TurnStart;
  readonly cancellation: AbortController;
  /** Another server has its session now: what still happens to it here does not count. */
  isLost?: boolean | undefined;
  /** A question of it that was not answered in time. */
  expired?: Interaction | undefined;
}

export interface TurnQueuesOptions {
  /** Never rejects. */
  readonly run: (queued: QueuedTurn) => Promise<void>;
  /** No further turn is started: the next process runs those that are queued. */
  readonly isStopped: () => boolean;
  /** A session has no more turns. */
  readonly onEmpty: () => void;
}

export class TurnQueues {
  readonly #options: TurnQueuesOptions;
  readonly #queues = new Map<string, QueuedTurn[]>();
  readonly #running = new Map<string, QueuedTurn>();

  constructor(options: TurnQueuesOptions) {
    this.#options = options;
  }

  get running(): readonly QueuedTurn[] {
    return [...this.#running.values()];
  }

  runningIn(sessionId: string): QueuedTurn | undefined {
    return this.#running.get(sessionId);
  }

  /** The queued ones, next one first. */
  queued(sessionId: string): readonly QueuedTurn[] {
    return this.#queues.get(sessionId) ?? [];
  }

  /** Replaces a queued one, at `place` or its previous position. False if it is no longer queued. */
  replace(before: QueuedTurn, after: QueuedTurn, place?: number): boolean {
    const queue = this.#queues.get(before.turn.sessionId) ?? [];
    const index = queue.indexOf(before);
    if (index === -1) return false;
    queue.splice(index, 1);
    queue.splice(Math.min(place ?? index, queue.length), 0, after);
    return true;
  }

  /** Number of queued turns. */
  countQueued(sessionId: string): number {
    return this.#queues.get(sessionId)?.length ?? 0;
  }

  /** The running turn first. */
  all(sessionId: string): readonly QueuedTurn[] {
    const running = this.#running.get(sessionId);
    return [...(running === undefined ? [] : [running]), ...(this.#queues.get(sessionId) ?? [])];
  }

  find({ id, sessionId }: Turn): QueuedTurn | undefined {
    return this.all(sessionId).find(({ turn }) => turn.id === id);
  }

  add(queued: QueuedTurn): void {
    const { sessionId } = queued.turn;
    const queue = this.#queues.get(sessionId) ?? [];
    queue.push(queued);
    this.#queues.set(sessionId, queue);
    if (!this.#running.has(sessionId)) void this.#work(sessionId);
  }

  /** False if it is no longer queued. */
  remove(queued: QueuedTurn): boolean {
    const queue = this.#queues.get(queued.turn.sessionId) ?? [];
    const index = queue.indexOf(queued);
    if (index !== -1) queue.splice(index, 1);
    return index !== -1;
  }

  /** Those that wait and the one that runs, which is not waited for: a new queue may begin. */
  forget(sessionId: string): readonly QueuedTurn[] {
    const all = this.all(sessionId);
    for (const queued of all) queued.isLost = true;
    this.#queues.get(sessionId)?.splice(0);
    this.#queues.delete(sessionId);
    this.#running.delete(sessionId);
    return all;
  }

  async #work(sessionId: string): Promise<void> {
    const { run, isStopped, onEmpty } = this.#options;
    const queue = this.#queues.get(sessionId) ?? [];
    for (let next = queue.shift(); next !== undefined && !isStopped(); next = queue.shift()) {
      this.#running.set(sessionId, next);
      await run(next);
      // Otherwise it was forgotten, and another queue has taken its place.
      if (this.#running.get(sessionId) === next) this.#running.delete(sessionId);
    }
    if (this.#queues.get(sessionId) === queue) this.#queues.delete(sessionId);
    onEmpty();
  }
}
