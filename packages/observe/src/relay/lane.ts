// One direction: chunks from a source to an outlet, no faster than they are taken.
import type { Readable } from "node:stream";
import type { Outlet } from "./outlet.ts";
import { readChunks } from "./read-chunks.ts";

export interface LaneOptions {
  readonly source: Readable;
  readonly outlet: Outlet;
}

/** `source`: it ended, and all it gave was taken. `outlet`: nobody takes any more. */
export type LaneEnd = "source" | "outlet";

export interface Lane {
  readonly ended: Promise<LaneEnd>;
  /** Chunks that came so far. */
  readonly chunks: number;
  /** It has something that is not taken yet. */
  readonly isHeldUp: boolean;
  /** Ends it where it is. What was forwarded is still delivered. */
  stop(): void;
}

export function openLane({ source: given, outlet }: LaneOptions): Lane {
  const { sink } = outlet;
  let chunks = 0;
  const source = readChunks(given, (bytes, length) => {
    chunks += 1;
    if (!outlet.write(bytes, length)) source.pause();
  });
  sink.on("drain", () => source.resume());
  const { ended, stop } = watchEnds(source, outlet, () => outlet.end());
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

/** `finish` is called when the source has given all it had; it ends the outlet. */
export function watchEnds(
  source: Readable,
  outlet: Outlet,
  finish: () => void,
): { readonly ended: Promise<LaneEnd>; readonly stop: () => void } {
  const { sink } = outlet;
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
      resolve("outlet");
      // Whoever writes there learns from it that nobody reads.
      source.destroy();
    };
    sink.once("error", onSinkGone);
    sink.once("close", onSinkGone);
    // What fails later has nobody left to tell.
    sink.on("error", () => undefined);
    source.on("error", () => undefined);
  });
  return { ended, stop: () => source.destroy() };
}
