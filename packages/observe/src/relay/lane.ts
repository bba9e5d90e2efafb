// One direction: chunks from a source to an output, no faster than they are taken.
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
  /** Chunks that came so far. */
  readonly chunks: number;
  /** It has something that is not taken yet. */
  readonly isHeldUp: boolean;
  /** Ends it where it is. What was forwarded is still delivered. */
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

/** `finish` is called when the source has given all it had; it ends the output. */
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
    // A pipe that breaks has ended, and so has one that was closed under us.
    source.once("error", onSourceEnd);
    source.once("close", onSourceEnd);
    sink.once("finish", () => resolve("source"));
    const onSinkGone = (): void => {
      resolve("output");
      // The writer learns from this that its output is no longer read.
      source.destroy();
    };
    sink.once("error", onSinkGone);
    sink.once("close", onSinkGone);
    // Later failures have no listener left.
    sink.on("error", () => undefined);
    source.on("error", () => undefined);
  });
  return { ended, stop: () => source.destroy() };
}
