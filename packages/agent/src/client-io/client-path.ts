// One path under two names: as the system has it, and as the client named the folder of its session.
import { ParleyError } from "@parley/base";
import type { PathFacts } from "@parley/policy";
import { join, relative } from "node:path";
import { isBelow } from "../paths/below.ts";

export function isInside({ roots, real }: Pick<PathFacts, "roots" | "real">): boolean {
  return roots.some((root) => isBelow(root, real));
}

/**
 * An editor knows its documents by the names it gave us, and a root may be a link. Below the root nothing is: that was decided on.
 * `given` are the roots as they came, in the order of those in the facts.
 */
export function toClientPath(given: readonly string[], { roots, real }: Pick<PathFacts, "roots" | "real">): string {
  const index = roots.findIndex((root) => isBelow(root, real));
  const [root, name] = [roots[index], given[index]];
  return root === undefined || name === undefined ? real : join(name, relative(root, real));
}

/** Policy has said so already; this holds for whoever forgot to ask. */
export function refuseOutside(facts: PathFacts): void {
  if (isInside(facts)) return;
  const message = `${JSON.stringify(facts.requested)} is outside this session's folders`;
  throw new ParleyError({
    code: "file_outside",
    message,
    remedy: { label: "Work inside the folders of the session, or ask for another folder to be added to it" },
  });
}
