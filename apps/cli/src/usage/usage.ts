// Flags and arguments of `parley usage`.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

export const USAGE_KEYS = ["day", "agent", "model", "folder"] as const;

export const usageUsage = defineUsage({
  name: "usage",
  summary: "Show tokens, cost and turns by day, agent, model or folder",
  details: `Figures are as reported by agents; if an agent reports no tokens or cost, only its turns count. A turn counts on the day it ended. Usage
is kept when a session is deleted.`,
  flags: {
    ...serverFlags,
    by: {
      type: "string",
      value: "KEYS",
      words: USAGE_KEYS,
      summary: "Comma-separated list of day, agent, model, folder (default: day)",
    },
    since: {
      type: "string",
      value: "WHEN",
      summary: "First day: a date such as 2026-11-01, a number of days such as 7d, or all (default: 30d)",
    },
    until: { type: "string", value: "DAY", summary: "Last day: a date such as 2026-11-30" },
    json: { type: "boolean", summary: "As JSON" },
  },
  positionals: [],
  examples: [
    { about: "The last 30 days", command: "parley usage" },
    { about: "By agent and model, this week", command: "parley usage --by agent,model --since 7d" },
    { about: "By folder, as JSON", command: "parley usage --by folder --since all --json" },
  ],
});
