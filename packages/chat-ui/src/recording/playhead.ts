// A moment of a recording: the state of every file then. Moving on costs what happened in between, moving back one fold over all.
import { FileStates } from "./file-states.ts";
import type { Touches } from "./touches.ts";

export class Playhead {
  readonly states: FileStates = new FileStates();
  readonly #touches: Touches;
  #cursor = 0;
  #generation = -1;
  #atMs = 0;

  constructor(touches: Touches) {
    this.#touches = touches;
  }

  /** How many of the touches have happened. */
  get cursor(): number {
    return this.#cursor;
  }

  get atMs(): number {
    return this.#atMs;
  }

  /** True if the state of a file is another one now. */
  moveTo(atMs: number): boolean {
    const touches = this.#touches;
    const isBack = atMs < this.#atMs || this.#generation !== touches.generation;
    if (isBack) {
      this.states.copyFrom(touches.base);
      this.#cursor = 0;
      this.#generation = touches.generation;
    }
    const end = touches.after(atMs);
    const isMoved = isBack || end > this.#cursor;
    for (; this.#cursor < end; this.#cursor += 1) touches.applyTo(this.states, this.#cursor);
    this.#atMs = atMs;
    return isMoved;
  }
}
