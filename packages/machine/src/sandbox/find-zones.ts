// Finds what rules hide from an agent, as the disk is now: patterns become the files and folders that they match.
import { ParleyError } from "@parley/base";
import type { Zones } from "@parley/policy";
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ZONE_ENTRIES_MAX, ZONES_MAX } from "../limits.ts";
import type { Hidden } from "./plan-sandbox.ts";

export interface FoundZones {
  readonly hidden: readonly Hidden[];
  readonly readOnly: readonly string[];
}

/** Rejects if there are too many files: what was not checked cannot be hidden. */
export async function findZones(zones: Zones, roots: readonly string[]): Promise<FoundZones> {
  const hidden: Hidden[] = [];
  const readOnly: string[] = [];
  if (!zones.hasAny) return { hidden, readOnly };
  const folders = roots.filter((root) => zones.mayBeBelow(root));
  let count = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await list(folder)) {
      count += 1;
      const path = join(folder, entry.name);
      const isFolder = entry.isDirectory();
      // A link is judged by its target, and the target is hidden there.
      const zone = entry.isSymbolicLink() ? undefined : zones.zoneOf(path, isFolder);
      if (zone === "hidden") hidden.push({ path, isFolder });
      else {
        if (zone === "read-only") readOnly.push(path);
        if (isFolder && zones.mayBeBelow(path)) folders.push(path);
      }
    }
    if (count > ZONE_ENTRIES_MAX) throw tooMany(`the rules may hide any of more than ${ZONE_ENTRIES_MAX} files`);
    if (hidden.length + readOnly.length > ZONES_MAX)
      throw tooMany(`the rules hide more than ${ZONES_MAX} files one by one`);
  }
  return { hidden, readOnly };
}

function tooMany(why: string): ParleyError {
  return new ParleyError({
    code: "sandbox_unavailable",
    message: `The sandbox cannot be set up: ${why}`,
    remedy: { label: 'Name folders ("infra/**") in the rules instead of files everywhere ("**/*.sql")' },
  });
}

async function list(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return []; // Already gone, or not readable for us either.
  }
}
