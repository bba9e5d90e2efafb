// Operations on rules, trusted folders and the audit.
import { defineOperations } from "../operation.ts";
import {
  auditQuerySchema,
  auditReplySchema,
  folderSchema,
  newRuleSchema,
  ruleSchema,
  rulesReplySchema,
  trustReplySchema,
} from "./schemas.ts";

const tag = "Rules";

export const ruleOperations = defineOperations({
  "rules/list": {
    method: "get",
    path: "/rules",
    scope: "read",
    tag,
    summary: "List the rules of this machine, and the choices that were remembered",
    reply: { description: "The rules.", schema: rulesReplySchema },
  },
  "rules/add": {
    method: "post",
    path: "/rules",
    scope: "admin",
    tag,
    summary: "Add a rule",
    description: "It counts at once, also for the next request of a running turn.",
    body: newRuleSchema,
    example: { verdict: "allow", rule: "execute(npm run *)" },
    reply: { description: "The rule.", status: 201, schema: ruleSchema },
  },
  "rules/revoke": {
    method: "delete",
    path: "/rules/{rule}",
    scope: "admin",
    tag,
    summary: "Revoke a rule or a remembered choice",
    description: "The id of a written rule is its position: list the rules again before you revoke another one.",
    reply: { description: "The rule that was revoked.", schema: ruleSchema },
  },
  "trust/list": {
    method: "get",
    path: "/trust",
    scope: "read",
    tag,
    summary: "List the folders whose own settings and rules are used",
    reply: { description: "The folders.", schema: trustReplySchema },
  },
  "trust/add": {
    method: "post",
    path: "/trust",
    scope: "admin",
    tag,
    summary: "Trust a folder: its `.parley/config.json` and `.parley/rules.json` are used from now on",
    body: folderSchema,
    example: { path: "/home/ada/project" },
    reply: { description: "The folder.", status: 201, schema: folderSchema },
  },
  "trust/revoke": {
    method: "post",
    path: "/trust/revoke",
    scope: "admin",
    tag,
    summary: "Stop trusting a folder",
    body: folderSchema,
    example: { path: "/home/ada/project" },
    reply: { description: "The folder.", schema: folderSchema },
  },
  "audit/list": {
    method: "get",
    path: "/audit",
    scope: "read",
    tag,
    summary: "Read the audit: what was allowed, asked and denied, by which rule or person",
    query: auditQuerySchema,
    reply: { description: "Decisions, the latest first.", schema: auditReplySchema },
  },
});
