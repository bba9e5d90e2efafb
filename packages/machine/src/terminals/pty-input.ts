// Types into a pseudo-terminal without waiting for its program: the module's own write stops the whole process while nothing is read.
import { errnoOf, ParleyError } from "@parley/base";
import { writeSync } from "node:fs";
import { PTY_INPUT_BYTES_MAX, PTY_INPUT_RETRY_MS } from "../limits.ts";

export class PtyInput {
  readonly #fd: number;
  #waiting = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;

  /** The descriptor does not block. */
  constructor(fd: number) {
    this.#fd = fd;
  }

  write(data: string): void {
    const bytes = Buffer.from(data);
    if (this.#waiting.length + bytes.length > PTY_INPUT_BYTES_MAX) {
      const message = "The command does not read what was typed before; nothing more is taken";
      throw new ParleyError({ code: "limit_reached", message });
    }
    this.#waiting = Buffer.concat([this.#waiting, bytes]);
    if (this.#timer === undefined) this.#flush();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#waiting = Buffer.alloc(0);
  }

  #flush(): void {
    this.#timer = undefined;
    try {
      while (this.#waiting.length > 0) this.#waiting = this.#waiting.subarray(writeSync(this.#fd, this.#waiting));
    } catch (error) {
      if (errnoOf(error) === "EAGAIN") this.#timer = setTimeout(() => this.#flush(), PTY_INPUT_RETRY_MS).unref();
      else this.close(); // The program has ended.
    }
  }
}
