// Leaving the sandbox once: the user is asked, whatever rules, levels and earlier answers say about the command itself.
import type { ApprovalLevel, Decision } from "@parley/policy";

const REASON = "This runs outside the sandbox, with access to everything you can access";

/** Denied requests stay denied. At `autopilot` the request is denied, because no one can answer. */
export function askToLeave(decision: Decision, level: ApprovalLevel): Decision {
  if (decision.verdict === "deny") return decision;
  const verdict = level === "autopilot" ? "deny" : "ask";
  const rule = { source: "built-in", id: "leaves-sandbox" } as const;
  const { source, id } = rule;
  const audit = { ...decision.audit, verdict, reason: REASON, source, rule: id, layer: undefined } as const;
  return { ...decision, verdict, reason: REASON, rule, audit };
}
