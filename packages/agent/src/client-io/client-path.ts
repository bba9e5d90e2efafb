// Translates real paths to the names that the client uses for the session's folders.
import { ParleyError } from "@parley/base";
import type { PathFacts } from "@parley/policy";
import { join, relative } from "node:path";
import { isBelow } from "../paths/below.ts";

export function isInside({ roots, real }: Pick<PathFacts, "roots" | "real">): boolean {
  return roots.some((root) => isBelow(root, real));
}

/**
 * Editors identify documents by their own paths, and a root may be a symbolic link. Paths below the root are resolved.
 * `given` are the roots as received, in the order of the facts.
 */
export function toClientPath(given: readonly string[], { roots, real }: Pick<PathFacts, "roots" | "real">): string {
  const index = roots.findIndex((root) => isBelow(root, real));
  const [root, name] = [roots[index], given[index]];
  return root === undefined || name === undefined ? real : join(name, relative(root, real));
}

/** Policy has checked this already; a safeguard for callers that did not ask. */
export function refuseOutside(facts: PathFacts): void {
  if (isInside(facts)) return;
  const message = `${JSON.stringify(facts.requested)} is outside this session's folders`;
  throw new ParleyError({
    code: "file_outside",
    message,
    remedy: { label: "Use a path inside the folders of the session, or ask the user to add a folder" },
  });
}
