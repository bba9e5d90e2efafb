// Reads a file in blocks of whole lines, in bounded memory.
import { readSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { READ_BYTES } from "../../limits.ts";

const NEWLINE = 10;

export type LineBlock =
  /** Whole lines with their newlines. Only the last one of a file may lack it. */
  | { readonly offset: number; readonly bytes: Buffer }
  /** One line over the limit: only its length, with its newline. */
  | { readonly offset: number; readonly tooLongBytes: number };

export interface BlockRange {
  /** Where a line begins. */
  readonly from: number;
  /** Where to stop, although the file may be growing. */
  readonly to: number;
  readonly lineBytesMax: number;
}

export async function* readLineBlocks(file: FileHandle, range: BlockRange): AsyncGenerator<LineBlock> {
  const { from, to, lineBytesMax } = range;
  const held = new HeldLine(from, lineBytesMax);
  for (let place = from; place < to;) {
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, to - place));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, place);
    if (bytesRead === 0) break;
    place += bytesRead;
    yield* held.add(buffer.subarray(0, bytesRead));
  }
  yield* held.end();
}

/** Synchronous, for reading thousands of small files: another thread for each takes longer than reading it. */
export function* readLineBlocksSync(file: number, range: BlockRange): Generator<LineBlock> {
  const { from, to, lineBytesMax } = range;
  const held = new HeldLine(from, lineBytesMax);
  for (let place = from; place < to;) {
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, to - place));
    const bytesRead = readSync(file, buffer, 0, buffer.length, place);
    if (bytesRead === 0) break;
    place += bytesRead;
    yield* held.add(buffer.subarray(0, bytesRead));
  }
  yield* held.end();
}

/** The incomplete line. */
class HeldLine {
  readonly #lineBytesMax: number;
  #offset: number;
  #parts: Buffer[] = [];
  #length = 0;
  /** Over the limit: counted, and not kept. */
  #isTooLong = false;

  constructor(offset: number, lineBytesMax: number) {
    this.#offset = offset;
    this.#lineBytesMax = lineBytesMax;
  }

  *add(piece: Buffer): Generator<LineBlock> {
    let rest = piece;
    if (this.#isTooLong) {
      const end = rest.indexOf(NEWLINE) + 1;
      this.#length += end === 0 ? rest.length : end;
      if (end === 0) return;
      yield* this.end();
      rest = rest.subarray(end);
    }
    const end = rest.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      this.#hold(rest.subarray(0, end));
      yield* this.end();
    }
    if (end < rest.length) this.#hold(rest.subarray(end));
    if (this.#length > this.#lineBytesMax) {
      this.#isTooLong = true;
      this.#parts = [];
    }
  }

  /** What is held, unchanged. */
  *end(): Generator<LineBlock> {
    const [first] = this.#parts;
    const offset = this.#offset;
    if (this.#isTooLong) yield { offset, tooLongBytes: this.#length };
    else if (first !== undefined) {
      yield { offset, bytes: this.#parts.length === 1 ? first : Buffer.concat(this.#parts, this.#length) };
    }
    this.#offset += this.#length;
    this.#parts = [];
    this.#length = 0;
    this.#isTooLong = false;
  }

  #hold(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
  }
}
