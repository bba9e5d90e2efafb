// The folder of all snapshots.
import { join } from "node:path";

export function checkpointsPath(parleyHome: string): string {
  return join(parleyHome, "checkpoints");
}
