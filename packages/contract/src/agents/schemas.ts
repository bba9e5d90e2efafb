// Schemas of agents, slots, and what an agent offers in a session.
import type { AvailableCommand } from "@parley/acp";
import { SANDBOX_SETTINGS } from "@parley/base";
import { z } from "zod";
import { givenExtensionFields, shownExtensionSchema } from "../extensions/schemas.ts";
import { declared, flag } from "../fields.ts";
import type { Choices } from "../sessions/schemas.ts";

export const agentSchema = z
  .looseObject({
    name: z.string(),
    kind: z.enum(["mode", "acp", "a2a", "auto"]),
    title: z.string(),
    description: z.string(),
    mode_slug: z.string().optional(),
    slot: z.string().optional(),
    category: z.enum(["session", "llm_only", "prompt_only"]),
    when_to_use: z.string().optional(),
    tool_groups: z.array(z.string()),
    is_internal: z.boolean(),
    is_deprecated: z.boolean(),
    is_enabled: z.boolean(),
    is_available: z.boolean(),
    unavailable_because: z.string().optional(),
    remedy: z
      .looseObject({ label: z.string(), command: z.string().optional(), url: z.string().optional() })
      .optional()
      .describe("How to make the agent available."),
    sandbox: z
      .enum(SANDBOX_SETTINGS)
      .optional()
      .describe("Default sandbox of new sessions, which may request a stricter one. Missing for remote agents."),
    extensions: z.array(shownExtensionSchema),
    statistics: z
      .looseObject({
        turns: z.number().int(),
        average_ms: z.number().optional(),
        average_tokens: z.number().optional(),
        success_rate: z.number().optional().describe("0 to 100."),
      })
      .describe("From real turns."),
    url: z.string().optional().describe("Of a remote agent."),
    program: z
      .looseObject({
        name: z.string().optional(),
        version: z.string().optional(),
        capabilities: z
          .array(z.string())
          .describe("By the protocol's names: `loadSession`, `prompt.image`, `mcp.http`."),
      })
      .optional()
      .describe("As the agent described itself when it was last started; not in lists."),
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
  all: flag.optional().describe("Include internal, disabled and unavailable agents."),
});
export const knownChoicesQuerySchema = z.object({
  agent: z.string().min(1).optional().describe("Name of an agent (default: the server's default agent)."),
});
export const knownChoicesReplySchema = z.object({
  agent: z.string().describe("Name of the agent that they are of."),
  choices: declared<Choices>(z.looseObject({}))
    .optional()
    .describe("As in a session, with the values that were selected then; missing if the agent never ran here."),
  learned_at: z.string().optional(),
});
export const agentsReplySchema = z.object({ entries: z.array(agentSchema) });
export const bindSchema = z.looseObject(givenExtensionFields);
export const remoteSchema = z.looseObject({ url: z.url() });
export const offerQuerySchema = z.object({
  session_id: z.string().min(1),
  extension_name: z.string().optional(),
  start: flag
    .optional()
    .describe("Whether listing may start the agent and the extensions (default: if the key has the scope drive)."),
});
export const addExtensionSchema = z.looseObject({ session_id: z.string().min(1), ...givenExtensionFields });
export const removeExtensionSchema = z.looseObject({ session_id: z.string().min(1), name: z.string().min(1) });
export const toolsReplySchema = z.object({
  tools: z
    .array(
      z.looseObject({
        name: z.string(),
        description: z.string().optional(),
        kind: z.string().optional(),
        server: z.string().optional().describe("The MCP server that it is of."),
        inputSchema: z.unknown().optional(),
        calls: z.number(),
      }),
    )
    .describe("All known tools, whether used in this session or not."),
  commands: z.array(declared<AvailableCommand>(z.looseObject({ name: z.string(), description: z.string() }))),
  extensions: z.array(shownExtensionSchema),
  problems: z.array(z.string()).describe("Extensions that are unreachable, with the reason."),
});

const promptArgument = z.looseObject({
  name: z.string(),
  description: z.string().optional(),
  required: z.boolean(),
});
export const promptsReplySchema = z.record(
  z.string(),
  z.array(
    z.looseObject({
      name: z.string(),
      description: z.string(),
      hint: z.string().optional(),
      arguments: z.array(promptArgument).optional(),
    }),
  ),
);
export const getPromptSchema = z.looseObject({
  session_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
});
export const getPromptReplySchema = z.looseObject({
  description: z.string().optional(),
  messages: z.array(declared<unknown>(z.looseObject({ role: z.string() }))),
});
