// Every touch of a file in the order of time, bounded: when there are too many, the oldest become a state to start from.
import { TOUCHES_MAX } from "../watch-limits.ts";
import { FileStates, type TouchKind } from "./file-states.ts";

export class Touches {
  /** What came before the first touch that is kept. */
  readonly base: FileStates = new FileStates();
  readonly #max: number;
  readonly #at: Float64Array<ArrayBuffer>;
  readonly #file: Uint32Array<ArrayBuffer>;
  readonly #actor: Uint16Array<ArrayBuffer>;
  readonly #kind: Uint8Array<ArrayBuffer>;
  #length = 0;
  #baseMs = 0;
  #generation = 0;

  constructor(max: number = TOUCHES_MAX) {
    this.#max = max;
    this.#at = new Float64Array(max);
    this.#file = new Uint32Array(max);
    this.#actor = new Uint16Array(max);
    this.#kind = new Uint8Array(max);
  }

  get length(): number {
    return this.#length;
  }

  /** Another number whenever touches were moved, so that a position among them means nothing any more. */
  get generation(): number {
    return this.#generation;
  }

  at(index: number): number {
    return this.#at[index] ?? 0;
  }

  file(index: number): number {
    return this.#file[index] ?? 0;
  }

  actor(index: number): number {
    return this.#actor[index] ?? 0;
  }

  kind(index: number): TouchKind {
    return (this.#kind[index] ?? 0) as TouchKind;
  }

  add(atMs: number, file: number, kind: TouchKind, actor: number): void {
    if (atMs < this.#baseMs) {
      this.base.apply(file, kind, atMs, actor);
      this.#generation += 1;
      return;
    }
    if (this.#length === this.#max) this.#fold();
    const place = this.after(atMs);
    if (place < this.#length) this.#makeRoom(place);
    this.#at[place] = atMs;
    this.#file[place] = file;
    this.#actor[place] = actor;
    this.#kind[place] = kind;
    this.#length += 1;
  }

  applyTo(states: FileStates, index: number): void {
    states.apply(this.file(index), this.kind(index), this.at(index), this.actor(index));
  }

  /** The number of touches until this moment. */
  after(atMs: number): number {
    if (this.#length === 0 || this.at(this.#length - 1) <= atMs) return this.#length;
    let [low, high] = [0, this.#length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) <= atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Sessions are read one after the other: what another one did in between goes there. */
  #makeRoom(place: number): void {
    this.#generation += 1;
    for (const column of [this.#at, this.#file, this.#actor, this.#kind]) {
      column.copyWithin(place + 1, place, this.#length);
    }
  }

  #fold(): void {
    const count = Math.max(1, this.#max >>> 2);
    for (let index = 0; index < count; index += 1) this.applyTo(this.base, index);
    this.#baseMs = this.at(count - 1);
    for (const column of [this.#at, this.#file, this.#actor, this.#kind]) column.copyWithin(0, count, this.#length);
    this.#length -= count;
    this.#generation += 1;
  }
}
