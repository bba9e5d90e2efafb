// Pauses reading while asynchronous notification handlers hold too many bytes. Requests never count.
import type { Transport } from "./transport.ts";

export class NotificationFlow {
  readonly #transport: Transport;
  readonly #bytesHigh: number;
  #bytes = 0;
  #paused = false;

  constructor(transport: Transport, bytesHigh: number) {
    this.#transport = transport;
    this.#bytesHigh = bytesHigh;
  }

  begin(bytes: number): void {
    this.#bytes += bytes;
    if (this.#paused || this.#bytes <= this.#bytesHigh) return;
    this.#paused = true;
    this.#transport.pause();
  }

  finish(bytes: number): void {
    this.#bytes -= bytes;
    if (!this.#paused || this.#bytes > this.#bytesHigh / 2) return;
    this.#paused = false;
    this.#transport.resume();
  }
}
