// What goes out to one connection: never more waiting than a limit, and a way to tell one that reads slowly from one that never does.
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

  /** `onEmpty` is called whenever everything has gone to the system. */
  constructor(socket: Socket, limits: OutboxLimits, onEmpty: () => void) {
    this.#socket = socket;
    this.#limits = limits;
    this.#onEmpty = onEmpty;
  }

  /** Look before writing: one message may be larger than the limit, two may not. */
  get isFull(): boolean {
    return this.#lines >= this.#limits.behindLinesMax || this.#bytes >= this.#limits.behindBytesMax;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  /** Nothing was taken for too long. */
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
