// Schemas of extensions (MCP servers), in goose's or ACP's format.
import { z } from "zod";

const name = z.string().min(1).describe("Name of the extension in the session.");
const pairs = z.record(z.string(), z.string());

const extensionConfigSchema = z
  .discriminatedUnion("type", [
    z.looseObject({
      type: z.literal("stdio"),
      name,
      cmd: z.string().min(1),
      args: z.array(z.string()).default([]),
      envs: pairs.default({}),
    }),
    z.looseObject({ type: z.literal("sse"), name, uri: z.url(), headers: pairs.default({}) }),
    z.looseObject({ type: z.literal("streamable_http"), name, uri: z.url(), headers: pairs.default({}) }),
  ])
  .meta({
    id: "ExtensionConfig",
    description: "An MCP server in goose's format.",
    example: { type: "stdio", name: "clock", cmd: "/usr/bin/clock-mcp", args: [], envs: {} },
  });

const mcpServerSchema = z.looseObject({ name: z.string().min(1) }).meta({
  id: "McpServer",
  description: "An MCP server in ACP's format.",
  example: { name: "clock", command: "/usr/bin/clock-mcp", args: [], env: [] },
});

export const givenExtensionFields = {
  config: extensionConfigSchema.optional(),
  server: mcpServerSchema.optional(),
};

export type ExtensionConfig = z.infer<typeof extensionConfigSchema>;

export const shownExtensionSchema = z
  .looseObject({
    type: z.string(),
    name: z.string(),
    cmd: z.string().optional(),
    args: z.array(z.string()).optional(),
    env_keys: z.array(z.string()).optional(),
    uri: z.string().optional(),
    header_keys: z.array(z.string()).optional(),
  })
  .meta({ id: "Extension", description: "An MCP server. Values of its environment and headers are never shown." });

export const extensionsReply = {
  description: "The extensions of the session.",
  schema: z.object({ extensions: z.array(shownExtensionSchema) }),
};
