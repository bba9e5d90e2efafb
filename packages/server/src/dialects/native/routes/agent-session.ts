// Tools, prompts and extensions of a session's agent, under the paths that goose uses.
import { ParleyError } from "@parley/base";
import type { Context } from "hono";
import type { ServerEnv } from "../../../http/dialect.ts";
import { refuseAction } from "../../../auth/require-scope.ts";
import { FieldError } from "../input/field-error.ts";
import { readKnownTools } from "../known-tools.ts";
import type { Native } from "../native.ts";
import { defineRoute, type Route } from "../route.ts";
import {
  addExtensionSchema,
  getPromptReplySchema,
  getPromptSchema,
  promptsReplySchema,
  removeExtensionSchema,
  sessionQuerySchema,
  toolsReplySchema,
} from "../schemas/agent.ts";
import { extensionsReplySchema } from "../schemas/extension.ts";
import { readExtension, showExtensions, toShownExtension } from "../translate/extension.ts";
import { toCommandLine, toPrompts, toValues } from "../translate/prompts.ts";

const tag = "Agents";

export function agentSessionRoutes(native: Native): readonly Route[] {
  return [...toolRoutes(native), ...promptRoutes(native), ...extensionRoutes(native)];
}

function toolRoutes({ hub }: Native): readonly Route[] {
  return [
    defineRoute(
      {
        method: "get",
        path: "/agent/tools",
        tag,
        summary: "Tools of a session's agent",
        description:
          "The built-in agent lists the tools of its mode. ACP has no list of tools, so that for other agents this lists the tools of the extensions and those used so far. `calls` counts their use in this session. Listing may start the agent or the extensions, which requires the scope drive; without it, or with `start=false`, only tools used so far are listed.",
        query: sessionQuerySchema,
        reply: { description: "The known tools.", schema: toolsReplySchema },
        errors: [404],
      },
      async ({ context, query }) => {
        const session = await hub.sessions.get(query.session_id);
        const { commands, tools, problems } = await readKnownTools(hub, session, mayStart(context, query));
        const extensions = session.extensions.map(toShownExtension);
        const { extension_name: only } = query;
        if (only === undefined) return { tools, commands, extensions, problems };
        return {
          tools: tools.filter(({ name, server }) => server === only || name.startsWith(`mcp__${only}__`)),
          commands: [],
          extensions: extensions.filter(({ name }) => name === only),
          problems: problems.filter((problem) => problem.startsWith(`${only}: `)),
        };
      },
    ),
  ];
}

function promptRoutes({ hub }: Native): readonly Route[] {
  return [
    defineRoute(
      {
        method: "get",
        path: "/agent/prompts",
        tag,
        summary: "Prompts of a session's extensions, and the agent's own commands",
        description: "Slash commands grouped by extension; the agent's own are under `commands`.",
        query: sessionQuerySchema,
        reply: { description: "Prompts by extension.", schema: promptsReplySchema },
        errors: [404],
      },
      async ({ context, query }) => {
        const session = await hub.sessions.get(query.session_id);
        return toPrompts(await readKnownTools(hub, session, mayStart(context, query)));
      },
    ),
    defineRoute(
      {
        method: "post",
        path: "/agent/prompts/get",
        aliases: ["/agent/prompts"],
        tag,
        summary: "Render a prompt with its arguments",
        description:
          "For a prompt of an extension: the messages rendered by its MCP server. For a command of the agent: the line to send as a prompt. Nothing is sent to a model.",
        body: getPromptSchema,
        example: { session_id: "0193…", name: "review", arguments: { file: "a.ts" } },
        reply: { description: "The messages to send.", schema: getPromptReplySchema },
        errors: [404],
      },
      async ({ body }) => {
        const session = await hub.sessions.get(body.session_id);
        try {
          return await hub.sessions.renderPrompt(session.id, body.name, toValues(body.arguments));
        } catch (error) {
          if (!isUnknownName(error)) throw error;
          const { commands } = await hub.sessions.open(session.id);
          const command = commands.find(({ name }) => name === body.name);
          if (command === undefined) throw error;
          const text = toCommandLine(command.name, body.arguments);
          return { description: command.description, messages: [{ role: "user", content: { type: "text", text } }] };
        }
      },
    ),
  ];
}

function extensionRoutes({ hub }: Native): readonly Route[] {
  const reply = { description: "The extensions of the session.", schema: extensionsReplySchema };
  return [
    defineRoute(
      {
        method: "post",
        path: "/agent/extensions",
        aliases: ["/agent/add_extension"],
        tag,
        summary: "Add an MCP server to a session",
        body: addExtensionSchema,
        example: { session_id: "0193…", config: { type: "stdio", name: "clock", cmd: "/usr/bin/clock-mcp", args: [] } },
        reply,
        errors: [403, 404, 409],
      },
      async ({ body }) => showExtensions(await hub.sessions.addExtension(body.session_id, readExtension(body))),
    ),
    defineRoute(
      {
        method: "post",
        path: "/agent/remove_extension",
        tag,
        summary: "Remove an MCP server from a session",
        body: removeExtensionSchema,
        example: { session_id: "0193…", name: "clock" },
        reply,
        errors: [403, 404, 409],
      },
      async ({ body }) => showExtensions(await hub.sessions.removeExtension(body.session_id, body.name)),
    ),
  ];
}

/** True if no extension has such a prompt; it may be a command of the agent. */
function isUnknownName(error: unknown): boolean {
  return error instanceof ParleyError && error.code === "bad_input" && error.message.startsWith("name: ");
}

/** Listing requires `read`; starting a program in order to list requires `drive`. */
function mayStart(context: Context<ServerEnv>, { start }: { readonly start?: string | undefined }): boolean {
  const why = refuseAction(context.get("caller"), "startToLook");
  if (start === "true" && why !== undefined) throw new FieldError("start", "requires the scope drive");
  return why === undefined && start !== "false";
}
