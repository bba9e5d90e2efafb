// Schemas of rules, trusted folders and the audit.
import { z } from "zod";
import { count, cursor } from "../fields.ts";
import { AUDIT_PAGE_MAX, RULE_CHARS_MAX } from "../limits.ts";

export const ruleSchema = z.object({
  id: z
    .string()
    .describe("The position of a written rule, such as `machine:autoAllow[0]`, or the id of a remembered choice."),
  type: z.enum(["rule", "autoAllow", "autoReject", "zone", "choice"]),
  verdict: z.enum(["allow", "ask", "deny", "unknown"]),
  text: z.string().describe("What it is about, for people."),
  holds: z.unknown().optional().describe("Of a choice: how long it applies, and where."),
  made_at: z.string().optional(),
});

export const rulesReplySchema = z.object({
  file: z.string().describe("Where they are, on the server's machine."),
  rules: z.array(ruleSchema).describe("Written rules first, then remembered choices, the newest first."),
  problems: z
    .array(z.string())
    .describe("What is wrong with the file; until it is fixed, Parley asks about what it might cover."),
});

export const newRuleSchema = z.object({
  verdict: z.enum(["allow", "deny"]),
  rule: z.string().min(1).max(RULE_CHARS_MAX).describe("Such as `execute(npm run *)`: see docs/rules.md."),
});

const path = z.string().min(1).describe("An absolute path on the server's machine.");

export const folderSchema = z.object({ path });

export const trustReplySchema = z.object({
  folders: z.array(z.object({ path: z.string(), trusted_at: z.string() })),
});

export const auditQuerySchema = z.object({
  session_id: z.string().min(1).optional().describe("Only decisions in this session."),
  verdict: z.enum(["allow", "ask", "deny"]).optional(),
  limit: count(1, AUDIT_PAGE_MAX).optional().describe("Default: 100."),
  cursor,
});

export const auditReplySchema = z.object({
  decisions: z
    .array(
      z.object({
        at: z.string(),
        session_id: z.string(),
        agent: z.string(),
        turn_id: z.string().optional(),
        kind: z.string().describe("`read`, `write`, `execute`, …"),
        subject: z.string().describe("The path or the command, without secrets."),
        verdict: z.string(),
        by: z.string().optional().describe("Who answered, if a question was asked; the verdict is the answer then."),
        reason: z.string(),
        source: z.string().describe("What decided: `rule`, `level`, `choice`, …"),
        rule: z.string().describe("Its id."),
        danger: z.string().optional(),
      }),
    )
    .describe("The latest first."),
  next_cursor: z.string().optional(),
});
