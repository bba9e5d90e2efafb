// What goes into a session beside prompts: messages, extensions, choices, another agent.
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
    description: "Modes, models and options of the agent, what is chosen, and its slash commands.",
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
        summary: "Add a message that no agent is asked to answer",
        description: "The agent knows of it at the next turn.",
        body: messageSchema,
        example: { role: "user", content: [{ type: "text", text: "Mind the deadline." }] },
        reply: { description: "It is stored." },
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
        summary: "Have another agent answer from the next turn on",
        description: "It is told the conversation so far.",
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
        summary: "MCP servers of a session",
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
          "An agent that cannot take it in mid-session gets a new session of its own that is told the conversation so far.",
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
        summary: "Take an MCP server out of a session",
        reply,
        errors: [404, 409],
      },
      async ({ param }) => showExtensions(await hub.sessions.removeExtension(param("id"), param("name"))),
    ),
  ];
}

function choiceRoutes({ hub }: Native): readonly Route[] {
  const reply = { description: "What can be chosen, and is.", schema: choicesSchema };
  return [
    defineRoute(
      {
        method: "get",
        path: "/sessions/{id}/choices",
        tag,
        summary: "What the agent of a session lets one choose",
        description: "Starts the agent if it does not run, and so needs the scope drive.",
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
        summary: "Choose a mode",
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
        summary: "Choose a model",
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
