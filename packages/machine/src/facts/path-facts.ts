// The facts about a path that policy needs.
import { ParleyError } from "@parley/base";
import type { Ground, MentionFacts, PathFacts } from "@parley/policy";
import { isAbsolute, join, resolve } from "node:path";
import { parsePath } from "../files/path-syntax.ts";
import { isWithin } from "../files/roots.ts";
import { Disk } from "./disk.ts";
import { isIgnored } from "./ignored.ts";
import { findKind, resolvePath, type Means } from "./places.ts";

export interface ToolMention {
  readonly text: string;
  readonly isWeak: boolean;
  readonly isTree?: boolean | undefined;
}

/** A relative path starts at the workspace. */
export async function readPathFacts(ground: Ground, requested: string, means: Means): Promise<PathFacts> {
  const path = toAbsolute(ground, requested);
  // The path stays unchanged, and policy finds that its location is unknown.
  if (path === undefined) return { ...ground, requested, real: requested, kind: "missing" };
  const disk = new Disk(ground.roots);
  const real = await resolvePath(disk, path, means);
  const kind = await findKind(disk, path, real);
  // The nearest root has the rules that apply.
  const [root] = ground.roots.filter((one) => isWithin(one, real)).toSorted((a, b) => b.length - a.length);
  if (root === undefined) return { ...ground, requested, real, kind };
  return { ...ground, requested, real, kind, isIgnored: await isIgnored(root, real, kind === "directory") };
}

/** For strings that may be paths, including `~`; text that cannot be a path is skipped. */
export async function readMentionFacts(
  ground: Ground,
  home: string,
  mentions: readonly ToolMention[],
): Promise<readonly MentionFacts[]> {
  const disk = new Disk(ground.roots);
  const found: MentionFacts[] = [];
  for (const { text, isWeak, isTree } of mentions) {
    const path = toAbsolute(ground, text === "~" || text.startsWith("~/") ? join(home, text.slice(1)) : text);
    if (path === undefined) continue;
    const real = await resolvePath(disk, path, "target");
    found.push({ ...ground, requested: text, real, kind: await findKind(disk, path, real), isWeak, isTree });
  }
  return found;
}

/** The path as the code that opens the file sees it. */
function toAbsolute({ workspace, platform }: Ground, requested: string): string | undefined {
  if (requested === "") return undefined;
  const isPlaced = isAbsolute(requested) || (platform.style === "windows" && /^[a-z]:/i.test(requested));
  try {
    return parsePath(isPlaced || requested.includes("\0") ? requested : resolve(workspace, requested));
  } catch (error) {
    if (error instanceof ParleyError) return undefined;
    throw error;
  }
}
