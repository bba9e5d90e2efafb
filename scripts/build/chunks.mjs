// Removes the chunks of earlier builds: their names change with their content.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

export function removeChunks(folder, kept = new Set()) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (/^chunk-.*\.c?js(\.map)?$/.test(name) && !kept.has(name)) rmSync(join(folder, name));
  }
}
