// Writes to a pseudo-terminal without waiting for its program: the module's own write blocks the whole process while
// the program does not read.
import { errnoOf, ParleyError } from "@parley/base";
import { writeSync } from "node:fs";
import { PTY_INPUT_BYTES_MAX, PTY_INPUT_RETRY_MS } from "../limits.ts";

/** Fields of the module's Unix terminal that its types omit. */
interface Descriptor {
  readonly fd: number;
  /** Reads from it, and closes it. */
  readonly _socket: { readonly destroyed: boolean };
}

export class PtyInput {
  readonly #terminal: Descriptor;
  #waiting = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;

  private constructor(terminal: Descriptor) {
    this.#terminal = terminal;
  }

  /** Undefined if a terminal has no descriptor, as on Windows, where the module's own write does not block. */
  static of(terminal: object): PtyInput | undefined {
    return isDescriptor(terminal) ? new PtyInput(terminal) : undefined;
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
    const { fd, _socket: socket } = this.#terminal;
    // Once closed, its number may belong to another file.
    if (socket.destroyed) return this.close();
    try {
      while (this.#waiting.length > 0) this.#waiting = this.#waiting.subarray(writeSync(fd, this.#waiting));
    } catch (error) {
      if (errnoOf(error) === "EAGAIN") this.#timer = setTimeout(() => this.#flush(), PTY_INPUT_RETRY_MS).unref();
      else this.close(); // The program has ended.
    }
  }
}

function isDescriptor(terminal: object): terminal is Descriptor {
  const { fd, _socket: socket } = terminal as Partial<Descriptor>;
  return typeof fd === "number" && typeof socket?.destroyed === "boolean";
}
