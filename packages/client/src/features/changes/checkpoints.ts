// Where the snapshots of all folders are kept.
import { join } from "node:path";

export function checkpointsPath(parleyHome: string): string {
  return join(parleyHome, "checkpoints");
}
