// Routes that change a session besides prompts: messages, extensions, choices, handover.
import type { OpenedSession } from "@parley/hub";
import { z } from "zod";
import { setConfigOption, setMode } from "../../../auth/levels.ts";
import type { Native } from "../native.ts";
import { defineRoute, type Route } from "../route.ts";
import { extensionsReplySchema, givenExtensionFields } from "../schemas/extension.ts";
import { messageSchema } from "../schemas/message.ts";
import { sessionSchema } from "../schemas/session.ts";
import { readExtension, showExtensions } from "../translate/extension.ts";
import { toBlocks } from "../translate/given-message.ts";
import { toNativeSession } from "../translate/session.ts";

const tag = "Sessions";
const choicesSchema = z
  .looseObject({ choices: z.looseObject({}), commands: z.array(z.looseObject({ name: z.string() })) })
  .meta({
    id: "Choices",
    description: "Modes, models and options of the agent, the selected ones, and its slash commands.",
  });

export function sessionContentRoutes(native: Native): readonly Route[] {
  return [...messageRoutes(native), ...extensionRoutes(native), ...choiceRoutes(native)];
}

function messageRoutes({ hub, baseUrl }: Native): readonly Route[] {
  return [
    defineRoute(
      {
        method: "post",
        path: "/sessions/{id}/messages",
        tag,
        summary: "Add a message without prompting the agent",
        description: "The agent sees it with the next prompt.",
        body: messageSchema,
        example: { role: "user", content: [{ type: "text", text: "Mind the deadline." }] },
        reply: { description: "The message is stored." },
        errors: [404, 409],
      },
      async ({ body, param }) => {
        await hub.sessions.addMessage(param("id"), body.role === "user" ? "user" : "agent", toBlocks(body));
      },
    ),
    defineRoute(
      {
        method: "post",
        path: "/sessions/{id}/handover",
        tag,
        summary: "Hand a session over to another agent",
        description: "The new agent receives the conversation so far, and answers from the next turn on.",
        body: z.looseObject({ agent: z.string().min(1) }),
        example: { agent: "qa" },
        reply: { description: "The session.", schema: sessionSchema },
        errors: [404, 409],
      },
      async ({ body, param }) => toNativeSession(await hub.sessions.handOver(param("id"), body.agent), baseUrl()),
    ),
  ];
}

function extensionRoutes({ hub }: Native): readonly Route[] {
  const reply = { description: "The extensions of the session.", schema: extensionsReplySchema };
  return [
    defineRoute(
      {
        method: "get",
        path: "/sessions/{id}/extensions",
        tag,
        summary: "List the MCP servers of a session",
        reply,
        errors: [404],
      },
      async ({ param }) => showExtensions(await hub.sessions.get(param("id"))),
    ),
    defineRoute(
      {
        method: "post",
        path: "/sessions/{id}/extensions",
        tag,
        summary: "Add an MCP server to a session",
        description:
          "If the agent cannot add it to a running session, Parley starts a new agent session with the conversation so far.",
        body: z.looseObject(givenExtensionFields),
        example: { config: { type: "stdio", name: "clock", cmd: "/usr/bin/clock-mcp", args: [] } },
        reply,
        errors: [404, 409],
      },
      async ({ body, param }) => showExtensions(await hub.sessions.addExtension(param("id"), readExtension(body))),
    ),
    defineRoute(
      {
        method: "delete",
        path: "/sessions/{id}/extensions/{name}",
        tag,
        summary: "Remove an MCP server from a session",
        reply,
        errors: [404, 409],
      },
      async ({ param }) => showExtensions(await hub.sessions.removeExtension(param("id"), param("name"))),
    ),
  ];
}

function choiceRoutes({ hub }: Native): readonly Route[] {
  const reply = { description: "The choices and the selected values.", schema: choicesSchema };
  return [
    defineRoute(
      {
        method: "get",
        path: "/sessions/{id}/choices",
        tag,
        summary: "Modes, models and options of a session's agent",
        description: "Starts the agent if it is not running, and therefore requires the scope drive.",
        reply,
        errors: [404, 502],
      },
      async ({ param }) => showChoices(await hub.sessions.open(param("id"))),
    ),
    defineRoute(
      {
        method: "put",
        path: "/sessions/{id}/mode",
        tag,
        summary: "Select a mode",
        body: z.looseObject({ mode_id: z.string().min(1) }),
        example: { mode_id: "qa" },
        reply,
        errors: [404, 502],
      },
      async ({ context, body, param }) =>
        showChoices(await setMode(hub, context.get("caller"), param("id"), body.mode_id)),
    ),
    defineRoute(
      {
        method: "put",
        path: "/sessions/{id}/model",
        tag,
        summary: "Select a model",
        body: z.looseObject({ model_id: z.string().min(1) }),
        example: { model_id: "offline/script" },
        reply,
        errors: [404, 501, 502],
      },
      async ({ body, param }) => showChoices(await hub.sessions.setModel(param("id"), body.model_id)),
    ),
    defineRoute(
      {
        method: "put",
        path: "/sessions/{id}/config/{configId}",
        tag,
        summary: "Set an option of the agent",
        body: z.looseObject({ value: z.union([z.string(), z.boolean()]) }),
        example: { value: "high" },
        reply,
        errors: [404, 501, 502],
      },
      async ({ context, body, param }) =>
        showChoices(await setConfigOption(hub, context.get("caller"), param("id"), param("configId"), body.value)),
    ),
  ];
}

function showChoices({ choices, commands }: OpenedSession): unknown {
  const { modes, modeId, models, modelId, configOptions } = choices;
  return { choices: { modes, modeId, models, modelId, configOptions }, commands };
}
