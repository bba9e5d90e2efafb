// Output to one connection: a bounded queue that distinguishes slow readers from readers that never read.
import type { Socket } from "node:net";
import type { FeedLimits } from "../limits.ts";

export type OutboxLimits = Pick<FeedLimits, "behindLinesMax" | "behindBytesMax" | "stalledMs">;

export class Outbox {
  readonly #socket: Socket;
  readonly #limits: OutboxLimits;
  readonly #onEmpty: () => void;
  #lines = 0;
  #bytes = 0;
  #progressAtMs = performance.now();

  /** `onEmpty` is called whenever everything was handed to the system. */
  constructor(socket: Socket, limits: OutboxLimits, onEmpty: () => void) {
    this.#socket = socket;
    this.#limits = limits;
    this.#onEmpty = onEmpty;
  }

  /** Checked before writing, because one message may exceed the limit, but not two. */
  get isFull(): boolean {
    return this.#lines >= this.#limits.behindLinesMax || this.#bytes >= this.#limits.behindBytesMax;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  /** The connection accepted no data for too long. */
  get isStalled(): boolean {
    return !this.isEmpty && performance.now() - this.#progressAtMs > this.#limits.stalledMs;
  }

  write(text: string | Buffer): void {
    if (text.length === 0 || this.#socket.destroyed) return;
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    if (this.isEmpty) this.#progressAtMs = performance.now();
    this.#lines += 1;
    this.#bytes += bytes.length;
    this.#socket.write(bytes, () => {
      this.#lines -= 1;
      this.#bytes -= bytes.length;
      this.#progressAtMs = performance.now();
      if (this.isEmpty && !this.#socket.destroyed) this.#onEmpty();
    });
  }
}
