// One direction with stages. It holds data until they have checked it, within a limit, and forwards the rest unchanged.
import { once } from "node:events";
import { Fifo } from "./fifo.ts";
import { watchEnds, type Lane, type LaneEnd, type LaneOptions } from "./lane.ts";
import { STAGED_BYTES_MAX } from "../limits.ts";
import type { Arrived, Piece, Stage } from "../frames/stage.ts";

export interface StagedLaneOptions extends LaneOptions {
  readonly stages: readonly Stage[];
  /** Gets the withheld data; the output gets the rest. */
  readonly look: (bytes: Buffer) => void;
  /** A stage failed. No more data passes, because it can no longer be checked. */
  readonly onFailure: (cause: unknown) => void;
}

interface Held extends Arrived {
  readonly chunk: Buffer;
}

export class StagedLane implements Lane {
  readonly ended: Promise<LaneEnd>;
  readonly stop: () => void;
  readonly #options: StagedLaneOptions;
  readonly #held = new Fifo<Held>();
  #heldBytes = 0;
  #isWorking = false;
  #isOver = false;
  chunks = 0;

  constructor(options: StagedLaneOptions) {
    this.#options = options;
    options.source.on("data", (chunk: Buffer) => this.#hold(chunk));
    const { ended, stop } = watchEnds(options.source, options.output, () => {
      this.#isOver = true;
      this.#work();
    });
    this.ended = ended;
    this.stop = stop;
  }

  get isHeldUp(): boolean {
    return this.#isWorking || this.#options.output.sink.writableLength > 0;
  }

  #hold(chunk: Buffer): void {
    this.chunks += 1;
    this.#held.push({ chunk, atMs: performance.now() });
    this.#heldBytes += chunk.length;
    if (this.#heldBytes >= STAGED_BYTES_MAX) this.#options.source.pause();
    this.#work();
  }

  #work(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    const { onFailure, source, output } = this.#options;
    this.#workAll()
      .catch((cause: unknown) => {
        onFailure(cause);
        source.destroy();
        output.end();
      })
      .finally(() => {
        this.#isWorking = false;
        // More may have arrived since the last check.
        if (this.#held.length > 0) this.#work();
      });
  }

  async #workAll(): Promise<void> {
    const { source, output } = this.#options;
    for (let held = this.#held.shift(); held !== undefined; held = this.#held.shift()) {
      const { chunk, atMs } = held;
      await this.#forward(await this.#run(0, [{ bytes: chunk }], { atMs }));
      this.#heldBytes -= chunk.length;
      if (this.#heldBytes < STAGED_BYTES_MAX) source.resume();
    }
    if (!this.#isOver || this.#held.length > 0) return;
    await this.#finish();
    output.end();
  }

  /** Each stage passes its rest on to the next ones. */
  async #finish(): Promise<void> {
    const arrived = { atMs: performance.now() };
    for (const [index, stage] of this.#options.stages.entries()) {
      await this.#forward(await this.#run(index + 1, await stage.end(), arrived));
    }
  }

  async #run(from: number, pieces: readonly Piece[], arrived: Arrived): Promise<readonly Piece[]> {
    let passing = pieces;
    for (const stage of this.#options.stages.slice(from)) {
      const next: Piece[] = [];
      for (const piece of passing) {
        if (piece.isWithheld === true) next.push(piece);
        else next.push(...followedBy(piece.after, await stage.push(piece.bytes, arrived)));
      }
      passing = next;
    }
    return passing;
  }

  async #forward(pieces: readonly Piece[]): Promise<void> {
    const { output, look } = this.#options;
    for (const { bytes, isWithheld, after } of pieces) {
      if (isWithheld === true) look(bytes);
      const isTaken = isWithheld === true || output.write(bytes);
      after?.();
      if (!isTaken && output.isOpen) await drained(output.sink);
    }
  }
}

function followedBy(after: Piece["after"], pieces: readonly Piece[]): readonly Piece[] {
  return after === undefined ? pieces : [...pieces, { bytes: Buffer.alloc(0), after }];
}

async function drained(sink: StagedLaneOptions["output"]["sink"]): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  // A sink that closes never drains.
  const ways = ["drain", "close"].map((event) => once(sink, event, { signal }));
  await Promise.race(ways).catch(() => undefined);
  settled.abort();
  await Promise.allSettled(ways);
}
