// Leaving the sandbox once: whatever rules, levels and earlier answers say of the command itself, a person is asked.
import type { ApprovalLevel, Decision } from "@parley/policy";

const REASON = "This runs outside the sandbox, with everything that you can reach yourself";

/** What is denied stays denied. At `autopilot` nobody is there to be asked. */
export function askToLeave(decision: Decision, level: ApprovalLevel): Decision {
  if (decision.verdict === "deny") return decision;
  const verdict = level === "autopilot" ? "deny" : "ask";
  const rule = { source: "built-in", id: "leaves-sandbox" } as const;
  const { source, id } = rule;
  const audit = { ...decision.audit, verdict, reason: REASON, source, rule: id, layer: undefined } as const;
  return { ...decision, verdict, reason: REASON, rule, audit };
}
