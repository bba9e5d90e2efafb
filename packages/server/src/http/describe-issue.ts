// What a schema found wrong, as one field and one sentence.
import type { ZodError } from "zod";

type Issue = ZodError["issues"][number];

export interface DescribedIssue {
  /** With dots; empty for the whole value. */
  readonly field: string;
  readonly message: string;
}

export function describeIssue({ issues: [issue] }: Pick<ZodError, "issues">): DescribedIssue {
  if (issue === undefined) return { field: "", message: "is invalid" };
  const [deepest, path] = findDeepest(issue, issue.path);
  const unknown = deepest.code === "unrecognized_keys" ? deepest.keys.slice(0, 1) : [];
  return { field: [...path, ...unknown].map(String).join("."), message: deepest.message };
}

/** Of the ways in which a value fits none of several shapes, the one that got furthest: that shape was probably meant. */
function findDeepest(issue: Issue, path: readonly PropertyKey[]): readonly [Issue, readonly PropertyKey[]] {
  let found: readonly [Issue, readonly PropertyKey[]] = [issue, path];
  if (issue.code !== "invalid_union") return found;
  for (const [first] of issue.errors) {
    if (first === undefined) continue;
    const candidate = findDeepest(first, [...path, ...first.path]);
    if (candidate[1].length > found[1].length) found = candidate;
  }
  return found;
}
