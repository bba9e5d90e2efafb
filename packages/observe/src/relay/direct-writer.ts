// Writes to a pipe directly, because Node's stream costs more than the write itself. Data that the pipe has no room for
// goes through the stream.
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

  /**
   * How many of the first `length` bytes were written at once. Only while the stream's buffer is empty, to keep the
   * order.
   */
  write(bytes: Buffer, length: number): number {
    if (this.#fd === undefined) return 0;
    try {
      return writeSync(this.#fd, bytes, 0, length);
    } catch (error) {
      // The pipe is full. The stream will find and report any other error.
      if (!hasErrno(error, "EAGAIN")) this.#fd = undefined;
      return 0;
    }
  }
}
