// What `parley usage` takes.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

export const USAGE_KEYS = ["day", "agent", "model", "folder"] as const;

export const usageUsage = defineUsage({
  name: "usage",
  summary: "Show tokens, cost and turns by day, agent, model or folder",
  details: `As agents reported them: an agent that reports no tokens or cost counts with its turns. A turn counts on the day it ended. Usage stays
when a session is deleted.`,
  flags: {
    ...serverFlags,
    by: {
      type: "string",
      value: "KEYS",
      words: USAGE_KEYS,
      summary: "Any of day, agent, model, folder, with commas (default: day)",
    },
    since: {
      type: "string",
      value: "WHEN",
      summary: "First day: a date like 2026-11-01, a number of days like 7d, or all (default: 30d)",
    },
    until: { type: "string", value: "DAY", summary: "Last day, a date like 2026-11-30" },
    json: { type: "boolean", summary: "As JSON" },
  },
  positionals: [],
  examples: [
    { about: "The last 30 days", command: "parley usage" },
    { about: "Which agent and model, this week", command: "parley usage --by agent,model --since 7d" },
    { about: "Every folder, as JSON", command: "parley usage --by folder --since all --json" },
  ],
});
