// Forwarded bytes waiting to be observed: a bounded queue, processed in small slices, dropped above its bound.
import { systemClock, type Clock } from "@parley/base";
import { FrameCutter } from "../frames/frame-cutter.ts";
import type { Direction, FrameListener } from "../frames/frame.ts";
import {
  CREDIT_MS_MAX,
  FRAME_BYTES_MAX,
  IDLE_MS,
  LOOK_DELAY_MS,
  LOOK_SHARE,
  SETTLE_MS_MAX,
  SHARE_WAIT_MS,
  SLICE_MS,
  UNSEEN_BYTES_LOW,
  UNSEEN_BYTES_MAX,
  UNSEEN_CHUNKS_MAX,
} from "../limits.ts";
import { Fifo } from "./fifo.ts";

export interface WatchQueueOptions {
  readonly onFrame: FrameListener;
  /** Messages dropped since the last call. */
  readonly onLost?: ((count: number) => void) | undefined;
  readonly clock?: Clock | undefined;
  readonly frameBytesMax?: number | undefined;
}

/** Bytes, or a description of dropped ones; if both are missing, the end of the direction. */
interface Passed {
  readonly direction: Direction;
  readonly atMs: number;
  readonly chunk?: Buffer;
  readonly shed?: { newlines: number; isAtLineStart: boolean };
  /** The middle of an overlong line. */
  readonly middle?: { byteLength: number };
}

const NEWLINE = 10;

export class WatchQueue {
  readonly #options: WatchQueueOptions;
  readonly #clock: Clock;
  readonly #cutters: Readonly<Record<Direction, FrameCutter>>;
  readonly #passed = new Fifo<Passed>();
  #unseenBytes = 0;
  /** Where reading continues in the first chunk. */
  #at = 0;
  #seq = 0;
  #isShedding = false;
  #reportedLost = 0;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Immediate | undefined;
  #pushedAtMs = 0;
  /** Length of the current line so far. */
  readonly #lineBytes: Record<Direction, number> = { to_agent: 0, to_client: 0 };
  #creditMs = 0;
  #sinceMs = 0;
  #emptied: (() => void)[] = [];

  constructor(options: WatchQueueOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const create = (direction: Direction): FrameCutter => {
      const { onFrame, frameBytesMax } = options;
      return new FrameCutter({ direction, onFrame, frameBytesMax, nextSeq: () => (this.#seq += 1) });
    };
    this.#cutters = { to_agent: create("to_agent"), to_client: create("to_client") };
  }

  /** Messages that were not observed. */
  get lost(): number {
    return this.#cutters.to_agent.torn + this.#cutters.to_client.torn;
  }

  /** Takes the first `length` bytes, which were just forwarded, and copies what it keeps. */
  push(direction: Direction, bytes: Buffer, length: number = bytes.length): void {
    this.#pushedAtMs = this.#clock.now();
    if (this.#isMiddle(direction, bytes, length)) this.#lengthen(direction, length);
    else if (this.#isFull(length)) this.#shed(direction, bytes.subarray(0, length));
    else {
      this.#unseenBytes += length;
      this.#passed.push({ direction, atMs: this.#pushedAtMs, chunk: Buffer.from(bytes.subarray(0, length)) });
    }
    if (this.#soon === undefined) this.#timer ??= setTimeout(() => this.#lookSoon(), LOOK_DELAY_MS);
  }

  /** This direction has ended. */
  end(direction: Direction): void {
    this.#passed.push({ direction, atMs: this.#clock.now() });
    this.#lookSoon();
  }

  /** Resolves when all traffic has been observed, or the time is up. */
  async settled(): Promise<void> {
    if (this.#passed.length === 0) return;
    const emptied = new Promise<void>((resolve) => this.#emptied.push(resolve));
    const timer = setTimeout(() => this.#giveUp(), SETTLE_MS_MAX);
    this.#lookSoon();
    await emptied;
    clearTimeout(timer);
  }

  #giveUp(): void {
    const left = this.#passed.length;
    for (let index = 0; index < left; index += 1) {
      const first = this.#passed.shift();
      if (first?.chunk === undefined) {
        if (first !== undefined) this.#lookAt(first);
        continue;
      }
      const chunk = first.chunk.subarray(index === 0 ? this.#at : 0);
      this.#cutters[first.direction].skip(countNewlines(chunk), chunk[chunk.length - 1] === NEWLINE);
    }
    this.#unseenBytes = 0;
    this.#at = 0;
  }

  /** Part of a line that is already over its limit and continues. */
  #isMiddle(direction: Direction, bytes: Buffer, length: number): boolean {
    const before = this.#lineBytes[direction];
    const newline = bytes[length - 1] === NEWLINE ? length - 1 : bytes.lastIndexOf(NEWLINE, length - 1);
    this.#lineBytes[direction] = newline === -1 ? before + length : length - 1 - newline;
    return newline === -1 && before > (this.#options.frameBytesMax ?? FRAME_BYTES_MAX);
  }

  #lengthen(direction: Direction, byteLength: number): void {
    const last = this.#passed.last();
    if (last?.middle !== undefined && last.direction === direction) last.middle.byteLength += byteLength;
    else this.#passed.push({ direction, atMs: this.#pushedAtMs, middle: { byteLength } });
  }

  #isFull(bytes: number): boolean {
    const isOver = this.#unseenBytes + bytes > UNSEEN_BYTES_MAX || this.#passed.length >= UNSEEN_CHUNKS_MAX;
    const isLow = this.#unseenBytes <= UNSEEN_BYTES_LOW && this.#passed.length <= UNSEEN_CHUNKS_MAX / 2;
    // Drops one long stretch instead of many pieces, each of which would break two messages.
    this.#isShedding = isOver || (this.#isShedding && !isLow);
    return this.#isShedding;
  }

  #shed(direction: Direction, chunk: Buffer): void {
    const newlines = countNewlines(chunk);
    const isAtLineStart = chunk[chunk.length - 1] === NEWLINE;
    const last = this.#passed.last();
    if (last?.shed !== undefined && last.direction === direction) {
      last.shed.newlines += newlines;
      last.shed.isAtLineStart = isAtLineStart;
    } else this.#passed.push({ direction, atMs: this.#clock.now(), shed: { newlines, isAtLineStart } });
  }

  #lookSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#soon ??= setImmediate(() => this.#look());
  }

  /** Runs between two turns of the event loop, in which all new data is forwarded first. */
  #look(): void {
    this.#soon = undefined;
    const startedMs = performance.now();
    const isIdle = this.#clock.now() - this.#pushedAtMs >= IDLE_MS;
    this.#creditMs = Math.min(this.#creditMs + (startedMs - this.#sinceMs) * LOOK_SHARE, CREDIT_MS_MAX);
    this.#slice(startedMs + (isIdle ? SLICE_MS : Math.min(SLICE_MS, this.#creditMs)));
    this.#sinceMs = performance.now();
    this.#creditMs = Math.max(0, this.#creditMs - (this.#sinceMs - startedMs));
    this.#reportLost();
    if (this.#passed.length === 0) for (const resolve of this.#emptied.splice(0)) resolve();
    else if (isIdle || this.#creditMs >= SLICE_MS || this.#emptied.length > 0) this.#lookSoon();
    else this.#timer ??= setTimeout(() => this.#lookSoon(), SHARE_WAIT_MS);
  }

  #slice(untilMs: number): void {
    for (let first = this.#passed.first(); first !== undefined; first = this.#passed.first()) {
      if (this.#lookAt(first)) {
        this.#passed.shift();
        this.#unseenBytes -= first.chunk?.length ?? 0;
        this.#at = 0;
      }
      if (performance.now() >= untilMs) return;
    }
  }

  /** Processes at most one message; true if the chunk is used up. */
  #lookAt({ direction, atMs, chunk, shed, middle }: Passed): boolean {
    const cutter = this.#cutters[direction];
    if (chunk !== undefined) {
      this.#at = cutter.next(chunk, this.#at, atMs);
      return this.#at >= chunk.length;
    }
    if (shed !== undefined) cutter.skip(shed.newlines, shed.isAtLineStart);
    else if (middle !== undefined) cutter.lengthen(middle.byteLength);
    else cutter.end(atMs);
    return true;
  }

  #reportLost(): void {
    const count = this.lost - this.#reportedLost;
    if (count === 0) return;
    this.#reportedLost += count;
    this.#options.onLost?.(count);
  }
}

function countNewlines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
