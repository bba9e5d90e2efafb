// Loads a whole trace into memory, within limits, for comparing or replaying it.
import { ParleyError } from "@parley/base";
import { LOADED_BYTES_MAX, LOADED_FRAMES_MAX } from "../../limits.ts";
import type { TraceItem } from "../trace-item.ts";

/** Rejects with `file_too_large`. */
export async function loadTrace(items: AsyncIterable<TraceItem>): Promise<readonly TraceItem[]> {
  const held: TraceItem[] = [];
  let bytes = 0;
  for await (const item of items) {
    held.push(item);
    if (item.type === "frame") bytes += item.bytes;
    if (held.length <= LOADED_FRAMES_MAX && bytes <= LOADED_BYTES_MAX) continue;
    throw new ParleyError({
      code: "file_too_large",
      message: `The trace has more than ${LOADED_FRAMES_MAX} frames or ${LOADED_BYTES_MAX} bytes; it cannot be held in memory`,
      remedy: { label: "Take a part of it", command: "parley trace query --json" },
    });
  }
  return held;
}
