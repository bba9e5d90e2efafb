// The agent's log lines on their way to our stderr, as they are. A reader that never reads must not cost the memory of the relay.
import type { Writable } from "node:stream";
import { STDERR_BYTES_MAX } from "./limits.ts";

export class StderrPass {
  readonly #sink: Writable;
  /** What nobody took in time. */
  droppedBytes = 0;

  constructor(sink: Writable) {
    this.#sink = sink;
    sink.on("error", () => undefined); // Nobody reads what the agent logs; that is no reason to stop.
  }

  write(chunk: Uint8Array): void {
    if (this.#sink.destroyed || this.#sink.writableLength > STDERR_BYTES_MAX) this.droppedBytes += chunk.length;
    else this.#sink.write(chunk);
  }
}
