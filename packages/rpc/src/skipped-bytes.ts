// What is kept of input over the limit: its beginning, its end and its length.
import type { HeldBytes } from "./held-bytes.ts";
import { HEAD_BYTES, TAIL_BYTES } from "./limits.ts";

export class SkippedBytes {
  head: Uint8Array;
  tail: Uint8Array;
  bytes: number;

  /** Takes over what has been held so far, and empties it. */
  constructor(held: HeldBytes) {
    this.head = held.head(HEAD_BYTES);
    this.tail = held.tail(TAIL_BYTES);
    this.bytes = held.length;
    held.clear();
  }

  add(part: Uint8Array): void {
    this.bytes += part.length;
    if (this.head.length < HEAD_BYTES) this.head = join(this.head, part.subarray(0, HEAD_BYTES - this.head.length));
    this.tail = join(this.tail, part.subarray(-TAIL_BYTES)).slice(-TAIL_BYTES);
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
