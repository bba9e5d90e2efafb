// Snapshots of one folder, one after the other. Requests that arrive while one is being taken share the next: it begins after
// they arrived, so it contains everything that they refer to.
import type { Manifest } from "./manifest.ts";
import type { TakeOptions } from "./take.ts";

interface TakeQueueOptions {
  readonly take: (options: TakeOptions) => Promise<Manifest>;
  readonly hold: (id: string) => void;
}

export class TakeQueue {
  readonly #options: TakeQueueOptions;
  /** By the files that they include. */
  readonly #waiting = new Map<string, Batch>();
  #queue: Promise<unknown> = Promise.resolve();
  #running = 0;

  constructor(options: TakeQueueOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  take(options: TakeOptions): Promise<Manifest> {
    const include = [...new Set(options.include)].toSorted();
    const key = JSON.stringify(include);
    const waiting = this.#waiting.get(key);
    const batch = waiting === undefined || waiting.signal.aborted ? this.#open(key, include) : waiting;
    return batch.join(options, this.#options.hold);
  }

  /** Not while a snapshot is being taken. */
  inTurn<T>(action: () => Promise<T>): Promise<T> {
    this.#running += 1;
    const result = this.#queue.then(action).finally(() => (this.#running -= 1));
    this.#queue = result.catch(() => undefined); // The caller gets the error.
    return result;
  }

  #open(key: string, include: readonly string[]): Batch {
    const batch = new Batch();
    this.#waiting.set(key, batch);
    const taking = this.inTurn(() => {
      if (this.#waiting.get(key) === batch) this.#waiting.delete(key);
      return this.#options.take({ include, signal: batch.signal, hold: batch.hasHolder });
    });
    taking.then(
      (manifest) => batch.succeed(manifest),
      (error: unknown) => batch.fail(error),
    );
    return batch;
  }
}

interface Member {
  readonly succeed: (manifest: Manifest) => void;
  readonly fail: (error: unknown) => void;
}

/** Requests that share one snapshot. It is abandoned when all of them are. */
class Batch {
  readonly #members = new Set<Member>();
  readonly #abort = new AbortController();
  hasHolder = false;

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  join({ signal, hold = false }: TakeOptions, holdSnapshot: (id: string) => void): Promise<Manifest> {
    this.hasHolder ||= hold;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#members.delete(member);
        reject(signal?.reason as Error);
        if (this.#members.size === 0) this.#abort.abort(signal?.reason);
      };
      const member: Member = {
        succeed: (manifest) => {
          signal?.removeEventListener("abort", leave);
          if (hold) holdSnapshot(manifest.id);
          resolve(manifest);
        },
        fail: (error) => {
          signal?.removeEventListener("abort", leave);
          reject(error);
        },
      };
      this.#members.add(member);
      if (signal?.aborted === true) leave();
      else signal?.addEventListener("abort", leave, { once: true });
    });
  }

  succeed(manifest: Manifest): void {
    for (const member of this.#members) member.succeed(manifest);
  }

  fail(error: unknown): void {
    for (const member of this.#members) member.fail(error);
  }
}
