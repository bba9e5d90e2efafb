// Flags and arguments of the commands of `parley rules` and `parley trust`.
import { defineUsage } from "../arguments/usage.ts";

const json = { type: "boolean", summary: "As JSON" } as const;

export const rulesListUsage = defineUsage({
  name: "rules list",
  summary: "List the rules and remembered choices for this folder",
  flags: { json },
  positionals: [],
  examples: [{ about: "What agents may do without asking", command: "parley rules" }],
});

export const rulesAddUsage = defineUsage({
  name: "rules add",
  summary: "Allow or deny something from now on",
  details: `RULE is a kind of request (read, write, delete, move, execute, fetch, tool, mcp), optionally with its subject in parentheses, or the
name of a tool. For more detailed rules, edit rules.json: docs/rules.md.`,
  flags: { json },
  positionals: [{ name: "VERDICT", choices: ["allow", "deny"] }, { name: "RULE" }],
  examples: [
    { about: "Let agents run the scripts of package.json", command: 'parley rules add allow "execute(npm run *)"' },
    { about: "Never publish", command: 'parley rules add deny "execute(npm publish *)"' },
  ],
});

export const rulesAuditUsage = defineUsage({
  name: "rules audit",
  summary: "Show what was allowed, asked and denied, and by which rule or person",
  flags: {
    session: {
      type: "string",
      value: "ID",
      completes: "session",
      summary: "Only decisions in the session with this id",
    },
    verdict: { type: "string", value: "VERDICT", choices: ["allow", "ask", "deny"], summary: "Only these decisions" },
    limit: { type: "number", value: "COUNT", min: 1, summary: "Maximum number of results (default: 20)" },
    json,
  },
  positionals: [],
  examples: [{ about: "Show recent denials", command: "parley rules audit --verdict deny" }],
});

export const rulesRevokeUsage = defineUsage({
  name: "rules revoke",
  summary: "Remove a remembered choice, or a rule that you added",
  flags: { json },
  positionals: [{ name: "ID", isMultiple: true }],
  examples: [{ about: "List the ids first", command: "parley rules list" }],
});

export const trustListUsage = defineUsage({
  name: "trust list",
  summary: "List the folders whose project settings and rules are trusted",
  flags: { json },
  positionals: [],
  examples: [{ about: "List trusted folders", command: "parley trust" }],
});

export const trustAddUsage = defineUsage({
  name: "trust add",
  summary: "Trust a folder's project settings and rules (default: the current folder)",
  flags: { json },
  positionals: [{ name: "DIR", isOptional: true, completes: "folder" }],
  examples: [{ about: "Trust the current folder", command: "parley trust add" }],
});

export const trustRevokeUsage = defineUsage({
  name: "trust revoke",
  summary: "Stop trusting a folder (default: the current folder)",
  flags: { json },
  positionals: [{ name: "DIR", isOptional: true, completes: "folder" }],
  examples: [{ about: "Stop trusting the current folder", command: "parley trust revoke" }],
});
