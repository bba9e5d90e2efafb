// The schemas of the contract, as far as answers are concerned: strict where it is strict. Tests hold every answer against them.
import { z } from "zod";

const timestamp = z.iso.datetime();
const agentName = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/)
  .max(63);
const anything = z.record(z.string(), z.unknown());

export const error = z.object({
  code: z.enum(["server_error", "invalid_input", "not_found"]),
  message: z.string(),
  data: anything.optional(),
});

const metadata = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("citation"),
    start_index: z.int().optional(),
    end_index: z.int().optional(),
    url: z.string().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal("trajectory"),
    message: z.string().optional(),
    tool_name: z.string().optional(),
    tool_input: anything.optional(),
    tool_output: anything.optional(),
  }),
]);

export const part = z
  .looseObject({
    name: z.string().optional(),
    content_type: z.string(),
    content: z.string().optional(),
    content_encoding: z.enum(["plain", "base64"]).optional(),
    content_url: z.url().optional(),
    metadata: metadata.optional(),
  })
  .refine(({ content, content_url: url }) => content === undefined || url === undefined);

export const message = z.object({
  role: z.string().regex(/^(user|agent(\/[a-zA-Z0-9_-]+)?)$/),
  parts: z.array(part).min(1),
  created_at: timestamp.optional(),
  completed_at: timestamp.optional(),
});

const awaitRequest = z.strictObject({ type: z.literal("message"), message });

export const run = z.object({
  agent_name: agentName,
  run_id: z.uuid(),
  session_id: z.uuid(),
  status: z.enum(["created", "in-progress", "awaiting", "cancelling", "cancelled", "completed", "failed"]),
  await_request: awaitRequest.optional(),
  output: z.array(message),
  error: error.optional(),
  created_at: timestamp,
  finished_at: timestamp.optional(),
});

const runEvents = ["created", "in-progress", "awaiting", "completed", "cancelled", "failed"] as const;

export const event = z.union([
  z.strictObject({ type: z.literal("message.created"), message }),
  z.strictObject({ type: z.literal("message.part"), part }),
  z.strictObject({ type: z.literal("message.completed"), message }),
  z.strictObject({ type: z.literal("generic"), generic: anything }),
  z.strictObject({ type: z.literal("error"), error }),
  ...runEvents.map((word) => z.strictObject({ type: z.literal(`run.${word}`), run })),
]);

export const events = z.object({ events: z.array(event) });

export const session = z.object({ id: z.uuid(), history: z.array(z.url()), state: z.url().optional() });

const link = z.object({
  type: z.enum(["source-code", "container-image", "homepage", "documentation"]),
  url: z.url(),
});

export const manifest = z.object({
  name: agentName,
  description: z.string(),
  input_content_types: z.array(z.string()).min(1),
  output_content_types: z.array(z.string()).min(1),
  metadata: z.looseObject({
    annotations: anything.optional(),
    documentation: z.string().optional(),
    capabilities: z.array(z.object({ name: z.string(), description: z.string() })).optional(),
    domains: z.array(z.string()).optional(),
    tags: z.array(z.string()).optional(),
    links: z.array(link).optional(),
    dependencies: z.array(z.object({ type: z.enum(["agent", "tool", "model"]), name: z.string() })).optional(),
  }),
  status: z
    .object({
      avg_run_tokens: z.number().min(0).optional(),
      avg_run_time_seconds: z.number().min(0).optional(),
      success_rate: z.number().min(0).max(100).optional(),
    })
    .optional(),
});

export const agents = z.object({ agents: z.array(manifest) });
