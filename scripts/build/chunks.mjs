// The files of a build whose names change with their content.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The old ones would stay. */
export function removeChunks(folder, kept = new Set()) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (/^(chunk|start)-.*\.(c?js|cache)(\.map)?$/.test(name) && !kept.has(name)) rmSync(join(folder, name));
  }
}
