// What autopilot says to itself while the plan has open entries.
import type { PlanEntry } from "@parley/acp";
import type { UserMessage } from "../models/message.ts";

const ENTRIES_SHOWN_MAX = 20;

/** Undefined if there is no plan, or nothing of it is left to do. */
export function continuePlan(entries: readonly PlanEntry[]): UserMessage | undefined {
  const open = entries.filter(({ status }) => status === "pending" || status === "in_progress");
  if (open.length === 0) return undefined;
  const lines = open.slice(0, ENTRIES_SHOWN_MAX).map(({ content }) => `- ${content}`);
  if (open.length > ENTRIES_SHOWN_MAX) lines.push(`- and ${open.length - ENTRIES_SHOWN_MAX} more`);
  const text = `The plan still has open entries:\n${lines.join("\n")}\nGo on with them. Mark each as completed when it is done; take those out of the plan that are not needed any more, and say why.`;
  return { role: "user", parts: [{ type: "text", text }] };
}
