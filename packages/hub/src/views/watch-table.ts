// The sessions that are watched, within limits on their number and on all their frames.
import { FRAMES_BETWEEN_CHECKS, TRACES_CHARS_MAX, WATCHED_SESSIONS_MAX } from "../limits.ts";
import type { SessionWatch } from "./session-watch.ts";

export class WatchTable {
  readonly #watches = new Map<string, SessionWatch>();
  readonly #create: (sessionId: string) => SessionWatch;
  #frames = 0;

  constructor(create: (sessionId: string) => SessionWatch) {
    this.#create = create;
  }

  get all(): ReadonlyMap<string, SessionWatch> {
    return this.#watches;
  }

  get hasViewers(): boolean {
    for (const { viewers } of this.#watches.values()) if (viewers.size > 0) return true;
    return false;
  }

  /** A session without observations is not kept, unless it has viewers. */
  find(sessionId: string): SessionWatch {
    return this.#watches.get(sessionId) ?? this.#create(sessionId);
  }

  /** For an observation. Runs for every frame. */
  open(sessionId: string): SessionWatch {
    this.#frames += 1;
    if (this.#frames % FRAMES_BETWEEN_CHECKS === 0) this.#shedTraces();
    const known = this.#watches.get(sessionId);
    if (known !== undefined) return known;
    const watch = this.#create(sessionId);
    this.keep(watch);
    return watch;
  }

  keep(watch: SessionWatch): void {
    if (this.#watches.get(watch.sessionId) === watch) return;
    this.#makeRoom();
    this.#watches.set(watch.sessionId, watch);
  }

  /** Its last viewer has left. */
  release(watch: SessionWatch): void {
    const isIdle = watch.viewers.size === 0 && !watch.isSeen;
    if (isIdle && this.#watches.get(watch.sessionId) === watch) this.#watches.delete(watch.sessionId);
  }

  forget(sessionId: string): void {
    const watch = this.#watches.get(sessionId);
    this.#watches.delete(sessionId);
    watch?.end("deleted");
  }

  close(): void {
    for (const watch of this.#watches.values()) watch.end("closed");
    this.#watches.clear();
  }

  #makeRoom(): void {
    if (this.#watches.size < WATCHED_SESSIONS_MAX) return;
    const [quietest] = this.#quietestFirst().filter(({ viewers }) => viewers.size === 0);
    if (quietest !== undefined) this.#watches.delete(quietest.sessionId);
  }

  #shedTraces(): void {
    let chars = 0;
    for (const { trace } of this.#watches.values()) chars += trace.chars;
    if (chars <= TRACES_CHARS_MAX) return;
    for (const { trace } of this.#quietestFirst()) {
      if (chars <= TRACES_CHARS_MAX) return;
      chars -= trace.chars;
      trace.shed();
    }
  }

  #quietestFirst(): readonly SessionWatch[] {
    return [...this.#watches.values()].toSorted((one, other) => one.lastAtMs - other.lastAtMs);
  }
}
