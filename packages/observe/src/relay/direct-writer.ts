// Writes to a pipe past Node's stream, which costs more than the write itself. What the pipe has no room for is left to the stream.
import { hasErrno } from "@parley/base";
import { writeSync } from "node:fs";
import type { Writable } from "node:stream";
import { findDescriptor } from "./pipe-handle.ts";

export class DirectWriter {
  #fd: number | undefined;

  /** A stream that is not an operating system pipe, or whose descriptor is unknown, is written to as usual. */
  constructor(sink: Writable) {
    this.#fd = findDescriptor(sink);
  }

  /** How many of the first `length` bytes went out at once. Only while nothing waits in the stream: order is kept. */
  write(bytes: Buffer, length: number): number {
    if (this.#fd === undefined) return 0;
    try {
      return writeSync(this.#fd, bytes, 0, length);
    } catch (error) {
      // The pipe is full. Anything else is for the stream to find out, and to tell.
      if (!hasErrno(error, "EAGAIN")) this.#fd = undefined;
      return 0;
    }
  }
}
