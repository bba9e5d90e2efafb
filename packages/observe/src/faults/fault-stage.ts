// Injects the faults of one direction. Messages are not buffered: the fault for a message is chosen at its first byte.
import { setTimeout as delay } from "node:timers/promises";
import type { Direction } from "../frames/frame.ts";
import type { Arrived, Piece, Stage } from "../frames/stage.ts";
import { createSeededRandom, type Random } from "./seeded-random.ts";
import type { Fault } from "./fault.ts";
import { GARBLED_ONE_IN } from "../limits.ts";

export interface FaultActions {
  readonly seed?: number | undefined;
  readonly kill: () => void;
  readonly cut: () => void;
}

const NEWLINE = 10;
const QUESTION_MARK = 63;

type Fate = "pass" | "drop" | "garble" | "cut";

/** Undefined if there are no faults in this direction. */
export function createFaultStage(
  faults: readonly Fault[],
  direction: Direction,
  actions: FaultActions,
): Stage | undefined {
  const own = faults.filter((fault) => fault.direction === undefined || fault.direction === direction);
  if (own.length === 0) return undefined;
  // Each direction has its own random numbers, so that interleaving does not matter.
  return new FaultStage(own, actions, createSeededRandom((actions.seed ?? 1) * 2 + (direction === "to_agent" ? 0 : 1)));
}

class FaultStage implements Stage {
  readonly #faults: readonly Fault[];
  readonly #actions: FaultActions;
  readonly #random: Random;
  readonly #delayMs: number;
  readonly #killAfter: number;
  readonly #cutAfter: number;
  /** The fault of the current message; undefined between two messages. */
  #fate: Fate | undefined;
  /** Number of received messages, including dropped ones. */
  #count = 0;
  #isOver = false;

  constructor(faults: readonly Fault[], actions: FaultActions, random: Random) {
    this.#faults = faults;
    this.#actions = actions;
    this.#random = random;
    this.#delayMs = faults.reduce((sum, fault) => sum + (fault.kind === "delay" ? fault.ms : 0), 0);
    this.#killAfter = Math.min(...faults.map((fault) => (fault.kind === "kill" ? fault.after : Infinity)));
    this.#cutAfter = Math.min(...faults.map((fault) => (fault.kind === "cut" ? fault.after : Infinity)));
  }

  async push(bytes: Buffer, { atMs }: Arrived): Promise<readonly Piece[]> {
    const waitMs = atMs + this.#delayMs - performance.now();
    if (this.#delayMs > 0 && waitMs > 0) await delay(waitMs);
    const pieces: Piece[] = [];
    for (let start = 0; start < bytes.length && !this.#isOver;) {
      const newline = bytes.indexOf(NEWLINE, start);
      const end = newline === -1 ? bytes.length : newline + 1;
      this.#fate ??= this.#chooseFate();
      pieces.push(...this.#apply(this.#fate, bytes.subarray(start, end)));
      if (newline !== -1) this.#endMessage(pieces);
      start = end;
    }
    return pieces;
  }

  end(): readonly Piece[] {
    return [];
  }

  #chooseFate(): Fate {
    if (this.#count >= this.#cutAfter) return "cut";
    let fate: Fate = "pass";
    for (const fault of this.#faults) {
      if (fault.kind !== "drop" && fault.kind !== "garble") continue;
      // Drawn for each, so that faults are independent of each other.
      if (this.#random() < fault.probability && fate !== "drop") fate = fault.kind;
    }
    return fate;
  }

  #apply(fate: Fate, bytes: Buffer): readonly Piece[] {
    if (fate === "drop") return [];
    if (fate === "garble") return [{ bytes: this.#garble(bytes) }];
    if (fate === "pass") return [{ bytes }];
    this.#isOver = true;
    return [{ bytes: bytes.subarray(0, Math.ceil(bytes.length / 2)), after: this.#actions.cut }];
  }

  #endMessage(pieces: Piece[]): void {
    this.#fate = undefined;
    this.#count += 1;
    if (this.#count < this.#killAfter) return;
    this.#isOver = true;
    pieces.push({ bytes: Buffer.alloc(0), after: this.#actions.kill });
  }

  /** The newline stays, so that only this message is garbled. */
  #garble(bytes: Buffer): Buffer {
    const garbled = Buffer.from(bytes);
    for (const [index, byte] of bytes.entries()) {
      if (byte === NEWLINE || (index > 0 && this.#random() * GARBLED_ONE_IN >= 1)) continue;
      const other = byte ^ (1 + Math.floor(this.#random() * 255));
      garbled[index] = other === NEWLINE ? QUESTION_MARK : other;
    }
    return garbled;
  }
}
