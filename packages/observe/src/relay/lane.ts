// One direction: chunks from a source to an output, with back-pressure.
import type { Readable } from "node:stream";
import type { PipeOutput } from "./pipe-output.ts";
import { readChunks } from "./read-chunks.ts";

export interface LaneOptions {
  readonly source: Readable;
  readonly output: PipeOutput;
}

/** `source`: it ended and everything was delivered. `output`: it was closed. */
export type LaneEnd = "source" | "output";

export interface Lane {
  readonly ended: Promise<LaneEnd>;
  /** Number of chunks so far. */
  readonly chunks: number;
  /** It has data that was not accepted yet. */
  readonly isHeldUp: boolean;
  /** Stops here. Data that was already forwarded is still delivered. */
  stop(): void;
}

export function openLane({ source: given, output }: LaneOptions): Lane {
  const { sink } = output;
  let chunks = 0;
  const source = readChunks(given, (bytes, length) => {
    chunks += 1;
    if (!output.write(bytes, length)) source.pause();
  });
  sink.on("drain", () => source.resume());
  const { ended, stop } = watchEnds(source, output, () => output.end());
  return {
    ended,
    stop,
    get chunks() {
      return chunks;
    },
    get isHeldUp() {
      return sink.writableLength > 0;
    },
  };
}

/** `finish` is called when the source has ended; it ends the output. */
export function watchEnds(
  source: Readable,
  output: PipeOutput,
  finish: () => void,
): { readonly ended: Promise<LaneEnd>; readonly stop: () => void } {
  const { sink } = output;
  const ended = new Promise<LaneEnd>((resolve) => {
    let isFinishing = false;
    const onSourceEnd = (): void => {
      if (isFinishing) return;
      isFinishing = true;
      finish();
    };
    source.once("end", onSourceEnd);
    // A broken pipe has ended, and so has one that another owner closed.
    source.once("error", onSourceEnd);
    source.once("close", onSourceEnd);
    sink.once("finish", () => resolve("source"));
    const onSinkGone = (): void => {
      resolve("output");
      // This shows the writer that its output is no longer read.
      source.destroy();
    };
    sink.once("error", onSinkGone);
    sink.once("close", onSinkGone);
    // Later failures would have no listener.
    sink.on("error", () => undefined);
    source.on("error", () => undefined);
  });
  return { ended, stop: () => source.destroy() };
}
