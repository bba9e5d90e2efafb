// Checks requests; an error names the invalid field.
import { parseJson, isObject } from "@parley/base";
import type { Context } from "hono";
import { z } from "zod";
import { describeIssue } from "../../http/describe-issue.ts";
import type { ServerEnv } from "../../http/dialect.ts";
import { parseBody } from "../../http/read-body.ts";
import { RunError } from "./errors.ts";
import {
  REST_AGENTS_LIMIT_DEFAULT,
  REST_AGENTS_LIMIT_MAX,
  REST_KEY_CHARS_MAX,
  REST_MESSAGES_MAX,
  REST_PARTS_MAX,
} from "../../limits.ts";
import type { Message } from "./wire.ts";

const ROLE = /^(user|agent(\/[a-zA-Z0-9_-]+)?)$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

const part = z
  .looseObject({
    name: z.string().nullish(),
    content_type: z
      .string()
      .nullish()
      .transform((type) => type ?? "text/plain"),
    content: z.string().nullish(),
    content_encoding: z.enum(["plain", "base64"]).nullish(),
    content_url: z.string().refine(isUrl, "must be a URL").nullish(),
    metadata: z.looseObject({ kind: z.enum(["citation", "trajectory"]).default("citation") }).nullish(),
  })
  .refine(({ content, content_url: url }) => typeof content !== "string" || typeof url !== "string", {
    message: "only one of content and content_url is allowed",
  })
  .refine(({ content, content_url: url, metadata }) => isGiven(content) || isGiven(url) || isGiven(metadata), {
    path: ["content"],
    message: "is required unless content_url is given",
  })
  .refine(({ content, content_type: type }) => content !== "" || !/^(image|audio)\//.test(type), {
    path: ["content"],
    message: "is empty",
  })
  .refine(({ content, content_encoding: encoding }) => encoding !== "base64" || BASE64.test(content ?? ""), {
    path: ["content"],
    message: "is not base64",
  });

/** Our extension is `cwd`: the folder of a session that the run creates. */
const metadata = z.looseObject({ cwd: z.string().min(1).nullish() }).nullish();

const message = z.looseObject({
  metadata,
  role: z.string().regex(ROLE, "must be user, agent or agent/name").default("user"),
  parts: z.array(part).max(REST_PARTS_MAX),
});

const mode = z.enum(["sync", "async", "stream"]).default("sync");
export type RunMode = z.infer<typeof mode>;

const runCreate = z.object({
  agent_name: z.string().min(1).max(REST_KEY_CHARS_MAX),
  /** Our extension: the answer has to fit it. */
  json_schema: z.record(z.string(), z.unknown()).nullish(),
  input: z
    .array(message)
    .min(1)
    .max(REST_MESSAGES_MAX)
    .refine((messages) => messages.some(({ parts }) => parts.length > 0), "needs a message with at least one part"),
  metadata,
  session_id: z.uuid().nullish(),
  session: z.looseObject({ id: z.uuid(), history: z.array(z.string()).max(REST_MESSAGES_MAX).default([]) }).nullish(),
  mode,
});
export type RunCreate = Omit<z.infer<typeof runCreate>, "input"> & { readonly input: readonly Message[] };

/** The path names the run; `run_id` in the body is optional and must match. */
const runResume = z.object({ run_id: z.uuid().nullish(), await_resume: z.looseObject({ type: z.string() }), mode });
export type RunResume = z.infer<typeof runResume>;

const resumeMessage = z.object({ message });

const agentsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(REST_AGENTS_LIMIT_MAX).default(REST_AGENTS_LIMIT_DEFAULT),
  offset: z.coerce.number().int().min(0).default(0),
});
export type AgentsQuery = z.infer<typeof agentsQuery>;

const runId = z.uuid();
const idempotencyKey = z.string().min(1).max(REST_KEY_CHARS_MAX).optional();

export function parseRunCreate(body: unknown): RunCreate {
  return check(runCreate, body);
}

export function parseRunResume(body: unknown): RunResume {
  return check(runResume, body);
}

export function parseResumeMessage(awaitResume: RunResume["await_resume"]): Message {
  return check(resumeMessage, awaitResume, ["await_resume"]).message;
}

export function parseAgentsQuery(query: unknown): AgentsQuery {
  return check(agentsQuery, query);
}

export function parseIdempotencyKey(header: string | undefined): string | undefined {
  return check(idempotencyKey, header, ["Idempotency-Key"]);
}

/** Throws 404 for an id that is not a UUID. */
export function checkId(id: string, what: "run" | "session"): string {
  if (runId.safeParse(id).success) return id;
  throw new RunError(
    404,
    "not_found",
    `${what === "run" ? "Run" : "Session"} ${JSON.stringify(id)} not found: ids are UUIDs.`,
  );
}

export async function readJson(c: Context<ServerEnv>): Promise<unknown> {
  try {
    const value = await parseBody(c, parseJson);
    if (isObject(value)) return value;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new RunError(400, "invalid_input", `The body is not JSON: ${cause.message}`);
  }
  throw new RunError(400, "invalid_input", "The body must be a JSON object.");
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, at: readonly string[] = []): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = describeIssue(result.error, value);
  const field = [...at, ...(issue.field === "" ? [] : [issue.field])].join(".");
  const why = issue.message;
  throw new RunError(400, "invalid_input", field === "" ? why : `${field}: ${why}`, { field });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isUrl(text: string): boolean {
  return URL.canParse(text);
}
