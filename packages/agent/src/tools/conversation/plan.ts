// The plan that the user sees; the model rewrites it whenever something changes.
import type { PlanEntry } from "@parley/acp";
import { z } from "zod";
import { defineTool, textOutcome } from "../tool.ts";
import { PLAN_ENTRIES_MAX, PLAN_ENTRY_CHARS_MAX } from "../../limits.ts";

const STATUSES = ["pending", "in_progress", "completed"] as const;
const PRIORITIES = ["high", "medium", "low"] as const;
const MARKS: Readonly<Record<string, string>> = { pending: "[ ]", in_progress: "[~]", completed: "[x]" };

const input = z.object({
  entries: z
    .array(
      z.object({
        content: z
          .string()
          .trim()
          .min(1, "an entry needs text")
          .max(PLAN_ENTRY_CHARS_MAX)
          .describe("What to do, in one short sentence."),
        status: z
          .enum(STATUSES)
          .describe("Mark an entry in_progress before you start it, and completed when it is done."),
        priority: z.enum(PRIORITIES).optional().describe("Default: medium."),
      }),
    )
    .max(PLAN_ENTRIES_MAX)
    .describe("The complete plan, in order; replaces the previous one. An empty list clears it."),
});

export const planTool = defineTool({
  name: "plan",
  groups: [],
  kind: "think",
  description: [
    "Shows the user a plan of the work and its progress. Each call replaces the whole plan.",
    "Use it for work of three or more steps, as soon as the steps are clear, and again whenever a step starts, ends, is added or removed.",
    "Keep one entry in_progress at a time. Do not use it for a single step.",
  ].join("\n"),
  input,
  prepare({ entries }, context) {
    const plan = entries.map(({ content, status, priority = "medium" }): PlanEntry => ({ content, status, priority }));
    return {
      title: plan.length === 0 ? "Clear the plan" : `Update the plan (${countDone(plan)} of ${plan.length} done)`,
      subjects: [],
      async execute() {
        context.plan.replace(plan);
        return textOutcome(describe(plan));
      },
    };
  },
});

function describe(plan: readonly PlanEntry[]): string {
  if (plan.length === 0) return "The plan is empty now.";
  const lines = plan.map(({ content, status }) => `${MARKS[status] ?? "[ ]"} ${content}`);
  const active = plan.filter(({ status }) => status === "in_progress").length;
  const remark = active > 1 ? `\n\nRemark: ${active} entries are in progress. One at a time is easier to follow.` : "";
  return `The plan, ${countDone(plan)} of ${plan.length} done:\n${lines.join("\n")}${remark}`;
}

function countDone(plan: readonly PlanEntry[]): number {
  return plan.filter(({ status }) => status === "completed").length;
}
