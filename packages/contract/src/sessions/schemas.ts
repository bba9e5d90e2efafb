// Schemas of sessions, with their log, choices and search hits.
import type { AvailableCommand, SessionConfigOption, SessionEvent, SessionMode } from "@parley/acp";
import { SANDBOX_SETTINGS } from "@parley/base";
import { z } from "zod";
import { shownExtensionSchema, givenExtensionFields } from "../extensions/schemas.ts";
import { count, cursor, declared, flag } from "../fields.ts";
import { EVENTS_PAGE_MAX, EXTENSIONS_MAX, SEARCH_HITS_MAX, SESSIONS_PAGE_MAX, TITLE_CHARS_MAX } from "../limits.ts";
import { shownMessageSchema } from "../messages/schemas.ts";

/** The approval levels of policy, strictest first. */
const LEVELS = ["supervised", "auto", "bypass", "autopilot"] as const;

export const titleSchema = z
  .string()
  .max(TITLE_CHARS_MAX)
  .refine((title) => title.trim() !== "", "must not be empty");

export const sessionSchema = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    is_named: z
      .boolean()
      .describe("True if a user chose the name; false if it was derived from the first prompt or set by the agent."),
    agent: z.string(),
    working_dir: z.string(),
    additional_folders: z.array(z.string()),
    created_at: z.string(),
    updated_at: z.string(),
    session_type: z.literal("user"),
    status: z.enum(["idle", "running", "awaiting"]),
    last_line: z
      .string()
      .optional()
      .describe("Start of the last prompt or tool call, or the last line of the last answer or error."),
    last_turn: z
      .enum(["completed", "failed", "cancelled"])
      .optional()
      .describe("How the last turn ended; missing before the first end and after a clear or rewind."),
    turns: z.number().int(),
    last_seq: z.number().int().describe("Number of the last event in its log."),
    cleared_seq: z.number().int().describe("The conversation starts after this event."),
    forked_from: z.string().optional(),
    total_tokens: z.number().int(),
    input_tokens: z.number().int(),
    output_tokens: z.number().int(),
    accumulated_total_tokens: z.number().int(),
    accumulated_input_tokens: z.number().int(),
    accumulated_output_tokens: z.number().int(),
    extensions: z.array(shownExtensionSchema),
    sandbox: z.enum(SANDBOX_SETTINGS).optional().describe("Minimum sandbox for its agent."),
    level: z.enum(LEVELS).describe("What the agent may do without asking."),
    rules: z
      .object({ auto_allow: z.array(z.string()), auto_reject: z.array(z.string()) })
      .describe("Rules of this session."),
    history: z.array(z.string()).optional().describe("URLs of its messages (ACP-REST); not in lists."),
    state: z.string().optional().describe("URL of its state (ACP-REST); not in lists."),
    conversation: z.array(shownMessageSchema).optional(),
    conversation_is_cut: z
      .boolean()
      .optional()
      .describe("True if the conversation is truncated; the log has all of it."),
    message_count: z.number().int().optional(),
  })
  .meta({ id: "Session", description: "A conversation, shared by all protocols of this server." });

const patternsSchema = z.object({
  auto_allow: z.array(z.string()).optional().describe("Tool patterns that are allowed: `execute(npm run *)`."),
  auto_reject: z.array(z.string()).optional().describe("Tool patterns that are rejected, whatever else allows them."),
});

const policyFields = {
  level: z.enum(LEVELS).optional().describe("What the agent may do without asking."),
  rules: patternsSchema.optional().describe("Rules of this session, besides those of the machine."),
};

const launchFields = {
  env: z
    .record(z.string(), z.string())
    .optional()
    .describe("Environment variables for its agent. Kept in memory only. Requires the scope admin."),
  launch: z
    .looseObject({
      command: z.string().min(1).describe("Name or path of a program that speaks ACP."),
      args: z.array(z.string()).optional(),
      env: z.record(z.string(), z.string()).optional(),
    })
    .optional()
    .describe("The agent as a command, instead of one of the list. Kept in memory only. Requires the scope admin."),
  secrets: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      "Values for `${secret:NAME}` in the environment and headers of its MCP servers. Kept in memory only. Requires the scope admin.",
    ),
};

/** The launch of a session's agent. */
export const launchSchema = z.looseObject(launchFields);

/** The policy of a session. */
export const policySchema = z.looseObject(policyFields);

export const newSessionSchema = z.looseObject({
  id: z.uuid().optional().describe("Id of the session (default: generated)."),
  agent: z.string().min(1).optional().describe("Default: the server's default agent."),
  working_dir: z.string().min(1).optional().describe("Absolute path."),
  worktree: z
    .boolean()
    .optional()
    .describe("Work in a git worktree of the folder, with a branch of its own: see `/worktrees`."),
  additional_folders: z.array(z.string().min(1)).optional(),
  name: titleSchema.optional(),
  ephemeral: z.boolean().optional().describe("Delete it when no client has followed it for 20 s and no turn runs."),
  extensions: z.array(z.looseObject(givenExtensionFields)).max(EXTENSIONS_MAX).optional(),
  ...policyFields,
  ...launchFields,
  sandbox: z
    .enum(SANDBOX_SETTINGS)
    .optional()
    .describe(
      "Minimum sandbox for its agent: on (a sandbox), limited (network access to the model provider only), offline.",
    ),
});

export const sessionsQuerySchema = z.object({
  limit: count(1, SESSIONS_PAGE_MAX).optional(),
  cursor,
  agent: z.string().min(1).optional(),
  cwd: z.string().min(1).optional(),
});

export const sessionsReplySchema = z.object({
  sessions: z.array(sessionSchema),
  next_cursor: z.string().optional(),
});

export const searchQuerySchema = z.object({
  q: z.string().min(1).describe('Words that must all occur; a phrase in "quotes" must match exactly.'),
  limit: count(1, SEARCH_HITS_MAX).optional(),
});

export const searchReplySchema = z.object({
  hits: z.array(
    z.looseObject({
      session: sessionSchema,
      seq: z.number().int(),
      at: z.number(),
      what: z.string(),
      excerpt: z.string(),
    }),
  ),
});

export const sessionQuerySchema = z.object({
  conversation: flag.optional().describe("`false` omits the conversation."),
});

export const forkSchema = z.looseObject({
  at_seq: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe("Copy the events up to this one (default: all of them); 0 copies none."),
});

export const importSchema = z.looseObject({ json: z.string("must be the lines of an exported session") });

export const eventsQuerySchema = z.object({
  after: count(0).optional().describe("Only events after this number; for a stream, `Last-Event-ID` does the same."),
  before: count(1).optional().describe("Without `after`: the last events before this number."),
  limit: count(1, EVENTS_PAGE_MAX).optional().describe("Maximum number of events on the page."),
  format: z.enum(["events", "messages"]).optional().describe("`messages`: frames as in POST /reply."),
});

export const eventsReplySchema = z.object({
  events: z.array(
    declared<SessionEvent>(
      z.looseObject({ v: z.number(), seq: z.number().int(), at: z.number(), sessionId: z.string(), type: z.string() }),
    ),
  ),
  last_seq: z.number().int(),
});

export interface Choices {
  readonly modes: readonly SessionMode[];
  readonly modeId: string | undefined;
  readonly models: readonly { readonly id: string; readonly name: string; readonly description?: string | undefined }[];
  readonly modelId: string | undefined;
  readonly configOptions: readonly SessionConfigOption[];
}

export const choicesSchema = z
  .looseObject({
    choices: declared<Choices>(z.looseObject({})),
    commands: z.array(declared<AvailableCommand>(z.looseObject({ name: z.string() }))),
  })
  .meta({
    id: "Choices",
    description: "Modes, models and options of the agent, the selected ones, and its slash commands.",
  });
