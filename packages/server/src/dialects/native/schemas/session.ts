// Sessions, as schemas.
import { SANDBOX_SETTINGS } from "@parley/base";
import { z } from "zod";
import {
  NATIVE_EVENTS_PAGE_MAX,
  NATIVE_SEARCH_HITS_MAX,
  NATIVE_SESSIONS_PAGE_MAX,
  NATIVE_TITLE_CHARS_MAX,
} from "../../../limits.ts";
import { shownExtensionSchema, givenExtensionFields } from "./extension.ts";
import { messageSchema } from "./message.ts";

export const titleSchema = z
  .string()
  .max(NATIVE_TITLE_CHARS_MAX)
  .refine((title) => title.trim() !== "", "must not be empty");
const cursor = z.string().min(1).optional().describe("`next_cursor` of the page before.");

export const sessionSchema = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    is_named: z
      .boolean()
      .describe("Whether somebody chose the name; false if it was made of the first prompt or by the agent."),
    agent: z.string(),
    working_dir: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    status: z.enum(["idle", "running", "awaiting"]),
    turns: z.number().int(),
    last_seq: z.number().int().describe("Number of the latest event of its log."),
    cleared_seq: z.number().int().describe("The conversation begins after this event."),
    forked_from: z.string().optional(),
    total_tokens: z.number().int(),
    input_tokens: z.number().int(),
    output_tokens: z.number().int(),
    extensions: z.array(shownExtensionSchema),
    sandbox: z.enum(SANDBOX_SETTINGS).optional().describe("What its agent has to run in at least."),
    history: z.array(z.string()).optional().describe("Addresses of its messages (ACP-REST); not in lists."),
    state: z.string().optional().describe("Address of its state (ACP-REST); not in lists."),
    conversation: z.array(messageSchema).optional(),
    conversation_is_cut: z.boolean().optional().describe("It is too long to be given whole: the log has all of it."),
    message_count: z.number().int().optional(),
  })
  .meta({ id: "Session", description: "A conversation. The same session on every entrypoint of this server." });

export const newSessionSchema = z.looseObject({
  id: z.uuid().optional().describe("Yours; one is made unless given."),
  agent: z.string().min(1).optional().describe("The default agent unless given."),
  working_dir: z.string().min(1).optional().describe("Absolute."),
  additional_folders: z.array(z.string().min(1)).optional(),
  name: titleSchema.optional(),
  extensions: z.array(z.looseObject(givenExtensionFields)).max(100).optional(),
  sandbox: z
    .enum(SANDBOX_SETTINGS)
    .optional()
    .describe(
      "What its agent runs in at least: on (a sandbox), limited (with the model provider's hosts only), offline.",
    ),
});

export const sessionsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(NATIVE_SESSIONS_PAGE_MAX).optional(),
  cursor,
  agent: z.string().min(1).optional(),
  cwd: z.string().min(1).optional(),
});

export const sessionsReplySchema = z.object({
  sessions: z.array(sessionSchema),
  next_cursor: z.string().optional(),
});

export const searchQuerySchema = z.object({
  q: z.string().min(1).describe('Words that all occur; "in quotes" as they stand.'),
  limit: z.coerce.number().int().min(1).max(NATIVE_SEARCH_HITS_MAX).optional(),
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

export const eventsQuerySchema = z.object({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe("Only later events. `Last-Event-ID` says the same for a stream."),
  before: z.coerce.number().int().min(1).optional().describe("Without `after`: the latest ones before this number."),
  limit: z.coerce.number().int().min(1).max(NATIVE_EVENTS_PAGE_MAX).optional().describe("Of a page."),
  format: z.enum(["events", "messages"]).optional().describe("`messages`: the frames of POST /reply."),
});

export const eventsReplySchema = z.object({
  events: z.array(
    z.looseObject({ v: z.number(), seq: z.number().int(), at: z.number(), sessionId: z.string(), type: z.string() }),
  ),
  last_seq: z.number().int(),
});
