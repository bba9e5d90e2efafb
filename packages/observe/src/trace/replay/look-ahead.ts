// Searches the rest of a recording.
import type { PlacedFrame } from "../conversation.ts";
import type { Side } from "../trace-item.ts";
import type { ReplayOptions } from "./replay.ts";

/** Whether the other side makes this request later. */
export function isRecordedLater(
  { frames, side }: Pick<ReplayOptions, "frames" | "side">,
  at: number,
  method: string,
): boolean {
  for (let index = at + 1; index < frames.length; index += 1) {
    const placed = frames[index];
    if (placed?.kind === "request" && placed.frame.from !== side && placed.method === method) return true;
  }
  return false;
}

/** The next answer of the other side to a request that was sent before this position. */
export function nextOpenAnswer(frames: readonly PlacedFrame[], at: number, side: Side): PlacedFrame | undefined {
  const line = frames[at]?.frame.line ?? 0;
  for (let index = at + 1; index < frames.length; index += 1) {
    const placed = frames[index];
    const isAnswer = placed?.kind === "response" && placed.frame.from !== side;
    if (isAnswer && placed.request !== undefined && placed.request.line < line) return placed;
  }
  return undefined;
}
