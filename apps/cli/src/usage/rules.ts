// What the commands of `parley rules` and `parley trust` take.
import { defineUsage } from "../arguments/usage.ts";

const json = { type: "boolean", summary: "As JSON" } as const;

export const rulesListUsage = defineUsage({
  name: "rules list",
  summary: "The rules and remembered choices that hold in this folder",
  flags: { json },
  positionals: [],
  examples: [{ about: "What agents may do without asking", command: "parley rules" }],
});

export const rulesAddUsage = defineUsage({
  name: "rules add",
  summary: "Allow or deny something from now on",
  details: `RULE is a kind of request (read, write, delete, move, execute, fetch, tool, mcp), with or without what it is about in parentheses, or the
name of a tool. Rules that say more are written into rules.json by hand: docs/rules.md.`,
  flags: { json },
  positionals: [{ name: "VERDICT", choices: ["allow", "deny"] }, { name: "RULE" }],
  examples: [
    { about: "Let agents run the scripts of package.json", command: 'parley rules add allow "execute(npm run *)"' },
    { about: "Never publish", command: 'parley rules add deny "execute(npm publish *)"' },
  ],
});

export const rulesRevokeUsage = defineUsage({
  name: "rules revoke",
  summary: "Take back a remembered choice, or a rule that was added",
  flags: { json },
  positionals: [{ name: "ID", isMultiple: true }],
  examples: [{ about: "See the ids first", command: "parley rules list" }],
});

export const trustListUsage = defineUsage({
  name: "trust list",
  summary: "The folders whose own settings and rules count",
  flags: { json },
  positionals: [],
  examples: [{ about: "Which folders are trusted", command: "parley trust" }],
});

export const trustAddUsage = defineUsage({
  name: "trust add",
  summary: "Let the settings and rules that come with a folder count; without a name, this one",
  flags: { json },
  positionals: [{ name: "DIR", isOptional: true, completes: "folder" }],
  examples: [{ about: "Trust the folder you are in", command: "parley trust add" }],
});

export const trustRevokeUsage = defineUsage({
  name: "trust revoke",
  summary: "Trust a folder no more; without a name, this one",
  flags: { json },
  positionals: [{ name: "DIR", isOptional: true, completes: "folder" }],
  examples: [{ about: "Trust the folder you are in no more", command: "parley trust revoke" }],
});
