// Schemas of agents and slots.
import { SANDBOX_SETTINGS } from "@parley/base";
import { z } from "zod";
import { givenExtensionFields, shownExtensionSchema } from "./extension.ts";

export const agentSchema = z
  .looseObject({
    name: z.string(),
    kind: z.enum(["mode", "acp", "a2a", "auto"]),
    title: z.string(),
    description: z.string(),
    mode_slug: z.string().optional(),
    slot: z.string().optional(),
    category: z.enum(["session", "llm_only", "prompt_only"]),
    is_enabled: z.boolean(),
    is_available: z.boolean(),
    sandbox: z
      .enum(SANDBOX_SETTINGS)
      .optional()
      .describe("Default sandbox of new sessions, which may request a stricter one. Missing for remote agents."),
    extensions: z.array(shownExtensionSchema),
  })
  .meta({ id: "Agent", description: "An agent, or a mode of the built-in agent." });

export const slotSchema = z
  .looseObject({
    name: z.string(),
    description: z.string(),
    default_mode: z.string(),
    is_enabled: z.boolean(),
    modes: z.array(agentSchema),
    extensions: z.array(shownExtensionSchema),
  })
  .meta({ id: "Slot", description: "A group of modes." });

export const slotsReplySchema = z.object({ slots: z.array(slotSchema) });
export const agentsQuerySchema = z.object({
  all: z.enum(["true", "false"]).optional().describe("Include internal, disabled and unavailable agents."),
});
export const agentsReplySchema = z.object({ entries: z.array(agentSchema) });
export const bindSchema = z.looseObject(givenExtensionFields);
export const remoteSchema = z.looseObject({ url: z.url() });
export const sessionQuerySchema = z.object({
  session_id: z.string().min(1),
  extension_name: z.string().optional(),
  start: z
    .enum(["true", "false"])
    .optional()
    .describe("Whether listing may start the agent and the extensions (default: if the key has the scope drive)."),
});
export const addExtensionSchema = z.looseObject({ session_id: z.string().min(1), ...givenExtensionFields });
export const removeExtensionSchema = z.looseObject({ session_id: z.string().min(1), name: z.string().min(1) });
export const toolsReplySchema = z.object({
  tools: z
    .array(z.looseObject({ name: z.string(), calls: z.number() }))
    .describe("All known tools, whether used in this session or not."),
  commands: z.array(z.looseObject({ name: z.string(), description: z.string() })),
  extensions: z.array(shownExtensionSchema),
  problems: z.array(z.string()).describe("Extensions that are unreachable, with the reason."),
});
export const promptsReplySchema = z.record(
  z.string(),
  z.array(z.looseObject({ name: z.string(), description: z.string() })),
);
export const getPromptSchema = z.looseObject({
  session_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
});
export const getPromptReplySchema = z.looseObject({
  description: z.string().optional(),
  messages: z.array(z.looseObject({ role: z.string() })),
});
