// A frame that decodes its text and parses its message on first use.
import { parseJson } from "@parley/base";
import { isUtf8 } from "node:buffer";
import type { Direction, Frame } from "./frame.ts";
import { HEAD_BYTES } from "../limits.ts";

export interface FramePlace {
  readonly seq: number;
  readonly atMs: number;
  readonly direction: Direction;
}

/** Its bytes are released once the text is decoded. */
export class CutFrame implements Frame {
  readonly seq: number;
  readonly atMs: number;
  readonly direction: Direction;
  readonly byteLength: number;
  #bytes: Buffer | undefined;
  readonly #start: number;
  #text: string | undefined;
  #head: string | undefined;
  #message: unknown;
  #isParsed = false;

  constructor({ seq, atMs, direction }: FramePlace, bytes: Buffer, start: number, end: number) {
    this.seq = seq;
    this.atMs = atMs;
    this.direction = direction;
    this.byteLength = end - start;
    this.#bytes = bytes;
    this.#start = start;
  }

  get text(): string | undefined {
    this.#decode();
    return this.#text;
  }

  get head(): string | undefined {
    this.#decode();
    return this.#head;
  }

  get message(): unknown {
    if (!this.#isParsed) {
      this.#isParsed = true;
      this.#message = parse(this.text);
    }
    return this.#message;
  }

  #decode(): void {
    if (this.#bytes === undefined) return;
    const bytes = this.#bytes.subarray(this.#start, this.#start + this.byteLength);
    this.#bytes = undefined;
    if (isUtf8(bytes)) this.#text = bytes.toString("utf8");
    else this.#head = bytes.toString("utf8", 0, HEAD_BYTES);
  }
}

function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    // JSON does not allow a byte order mark, but some writers start with one.
    return parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined; // Undefined means "not JSON".
  }
}
