// What a session has instead of checkpoints when snapshots are off.
import { ParleyError } from "@parley/base";
import type { Checkpoints } from "./checkpoints.ts";

export const noCheckpoints: Checkpoints = {
  beforeEffect: () => Promise.resolve(),
  endTurn: () => Promise.resolve(),
  undo: () => Promise.reject(areOff()),
  redo: () => Promise.reject(areOff()),
  diff: () => Promise.reject(areOff()),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

function areOff(): ParleyError {
  const remedy = { label: "Set PARLEY_SNAPSHOTS=on and start the agent again" };
  return new ParleyError({ code: "usage", message: "Snapshots are off, so nothing is known of earlier turns", remedy });
}
