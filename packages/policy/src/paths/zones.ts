// The parts of a session's folders that rules deny to an agent, for a sandbox that hides them instead of deciding on
// each request.
import { NONE } from "../concerns.ts";
import type { Ground } from "../facts.ts";
import type { Sets } from "../item.ts";
import { findRoot, isWithin, toSegments } from "../path-text.ts";
import type { PathKind } from "../request.ts";
import type { Subject } from "../rules/path-rules.ts";
import { Matches } from "../rules/rule.ts";
import type { RuleSet } from "../rules/rule-set.ts";

/** `hidden`: it must not even be read. `read-only`: it must not be changed. */
export type Zone = "hidden" | "read-only";

export interface Zones {
  /** False if no rule denies a path to the agent, so that the folders need not be searched. */
  readonly hasAny: boolean;
  /** The zone of a path without links, as it is now. The zone of a folder applies to everything in it. */
  zoneOf(real: string, isFolder: boolean): Zone | undefined;
  /** Whether something in this folder may be in a zone even though the folder is not. */
  mayBeBelow(folder: string): boolean;
}

/**
 * Zones come from deny rules, remembered rejections and paths outside `zones.allow`.
 * Paths that Parley only asks about stay visible.
 */
export function createZones(sets: Sets, ground: Ground): Zones {
  const all = [sets.written, ...(sets.remembered === undefined ? [] : [sets.remembered])];
  const exact = all.flatMap(({ paths }) => paths.exactDenials());
  const subjectOf = (real: string): Subject | undefined => {
    const root = findRoot(real, ground);
    const { platform } = ground;
    return root === undefined ? undefined : { real, segments: toSegments(root, real, platform), platform };
  };
  return {
    hasAny: exact.length > 0 || all.some(({ paths }) => paths.keepsSomething),
    zoneOf(real, isFolder) {
      const subject = subjectOf(real);
      if (subject === undefined) return undefined;
      if (isDenied(all, subject, "read")) return "hidden";
      const isLeftOut = sets.written.paths.findConfinement(subject) !== undefined;
      if (isLeftOut && !(isFolder && sets.written.paths.couldAllowBelow(subject))) return "hidden";
      return isDenied(all, subject, "write") ? "read-only" : undefined;
    },
    mayBeBelow(folder) {
      const subject = subjectOf(folder);
      if (subject === undefined) return false;
      if (exact.some((path) => isWithin(folder, path, ground.platform))) return true;
      return all.some(
        ({ paths }) =>
          paths.findConfinement(subject) !== undefined ||
          (["read", "write"] as const).some((kind) => paths.couldDenyBelow(subject, kind)),
      );
    },
  };
}

function isDenied(sets: readonly RuleSet[], subject: Subject, kind: PathKind): boolean {
  const matches = new Matches();
  for (const { paths } of sets) paths.match(subject, kind, NONE, matches);
  return matches.deny !== undefined;
}
