// Decides whether search results and diffs may show the content of a file without an approval to read it.
import { compileRules, decide, type PathFacts, type RuleSet } from "@parley/policy";
import type { ToolContext } from "../tool-context.ts";

/** Ignored files may be shown, because the call may already search their folder or change them. */
export function mayShow(context: ToolContext, found: PathFacts): Promise<boolean> {
  const facts: PathFacts = { ...found, isIgnored: undefined };
  return context.mayRead?.(facts) ?? Promise.resolve(isPlain(facts));
}

let noRules: RuleSet | undefined;

/** Without rules, every file may be shown unless it may contain secrets. */
function isPlain(facts: PathFacts): boolean {
  noRules ??= compileRules([]);
  const request = { kind: "read", path: facts.requested } as const;
  return decide(request, facts, { written: noRules, level: "supervised" }).verdict === "allow";
}
