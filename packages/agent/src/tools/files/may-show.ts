// Whether what is in a file may be shown although nobody was asked about reading it: in a search, or beside what would change.
import { compileRules, decide, type PathFacts, type RuleSet } from "@parley/policy";
import type { ToolContext } from "../tool-context.ts";

/** That a file is ignored is no reason here: whoever may search its folder, or change it, may see it. */
export function mayShow(context: ToolContext, found: PathFacts): Promise<boolean> {
  const facts: PathFacts = { ...found, isIgnored: undefined };
  return context.mayRead?.(facts) ?? Promise.resolve(isPlain(facts));
}

let noRules: RuleSet | undefined;

/** Without rules: everything but what may hold secrets. */
function isPlain(facts: PathFacts): boolean {
  noRules ??= compileRules([]);
  const request = { kind: "read", path: facts.requested } as const;
  return decide(request, facts, { written: noRules, level: "supervised" }).verdict === "allow";
}
