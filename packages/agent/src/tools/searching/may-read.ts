// Whether a search may show what is in a file that nobody asked about by its name.
import { compileRules, decide, type PathFacts, type RuleSet } from "@parley/policy";
import type { ToolContext } from "../tool-context.ts";

/** Whoever was allowed to search a folder that is ignored may see what is in it, so that is no reason here. */
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
