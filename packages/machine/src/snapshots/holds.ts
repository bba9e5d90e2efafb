// Which snapshots are in use: those before running turns. This process counts its own; for other processes they are
// marked by the modification time of their file.
import { statSync, utimesSync } from "node:fs";
import { hasErrno } from "@parley/base";
import { HOLD_MS, HOLD_REFRESH_MS } from "../limits.ts";

/** A mark must be later than the preceding write, even if the clock of the file system lags. */
const MARK_MS = 2_000;
const WRITE_LAG_MS = 1_000;
const MS_PER_SECOND = 1_000;

export class Holds {
  readonly #pathOf: (id: string) => string;
  readonly #counts = new Map<string, number>();
  /** When this process wrote or marked a snapshot. */
  readonly #marks = new Map<string, number>();
  readonly #own = new Set<string>();
  #latest: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(pathOf: (id: string) => string) {
    this.#pathOf = pathOf;
  }

  hold(id: string): void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    this.#timer ??= setInterval(() => this.#refresh(), HOLD_REFRESH_MS).unref();
  }

  release(id: string): void {
    const count = this.#counts.get(id) ?? 0;
    if (count > 1) this.#counts.set(id, count - 1);
    else this.#counts.delete(id);
    if (this.#counts.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  wrote(id: string): void {
    this.#own.add(id);
    this.#marks.set(id, Date.now());
    this.#latest = id;
  }

  /** All others are gone. */
  retain(ids: ReadonlySet<string>): void {
    for (const id of this.#marks.keys()) if (!ids.has(id)) this.#marks.delete(id);
    for (const id of this.#own) if (!ids.has(id)) this.#own.delete(id);
  }

  /** The next snapshot is compared with this one. False if it is gone. */
  use(id: string): boolean {
    this.#latest = id;
    return this.#mark(id);
  }

  /** `mtimeMs`: of the snapshot's file. */
  isInUse(id: string, mtimeMs: number): boolean {
    if (this.#counts.has(id) || id === this.#latest) return true;
    if (Date.now() - mtimeMs > HOLD_MS) return false;
    // One of ours that no other process has marked since is unused.
    return !this.#own.has(id) || mtimeMs > (this.#marks.get(id) ?? 0) + WRITE_LAG_MS;
  }

  /** Not more often than necessary. False if it is gone. */
  #mark(id: string): boolean {
    const now = Date.now();
    if (now - (this.#marks.get(id) ?? 0) < HOLD_REFRESH_MS) {
      return statSync(this.#pathOf(id), { throwIfNoEntry: false }) !== undefined;
    }
    try {
      const mark = now + MARK_MS;
      utimesSync(this.#pathOf(id), mark / MS_PER_SECOND, mark / MS_PER_SECOND);
      this.#marks.set(id, mark);
      return true;
    } catch (error) {
      if (hasErrno(error, "ENOENT")) return false;
      throw error;
    }
  }

  #refresh(): void {
    for (const id of this.#counts.keys()) this.#mark(id);
  }
}
