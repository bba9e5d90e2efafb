// Replaces checkpoints when snapshots are turned off.
import { ParleyError } from "@parley/base";
import type { Checkpoints } from "./checkpoints.ts";

export const noCheckpoints: Checkpoints = {
  beforeEffect: () => Promise.resolve(),
  endTurn: () => Promise.resolve(),
  addTaken: () => Promise.resolve(),
  undo: () => Promise.reject(areOff()),
  redo: () => Promise.reject(areOff()),
  diff: () => Promise.reject(areOff()),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

function areOff(): ParleyError {
  const remedy = { label: "Set PARLEY_SNAPSHOTS=on and restart the agent" };
  return new ParleyError({
    code: "usage",
    message: "Snapshots are turned off, so earlier turns cannot be undone or compared",
    remedy,
  });
}
