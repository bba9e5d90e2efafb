// Routes for agents and slots: list, enable, disable, add extensions; add and remove remote agents.
import { ParleyError } from "@parley/base";
import { AUTO, AUTO_ENTRY } from "@parley/hub";
import type { Native } from "../native.ts";
import { defineRoute, type Route } from "../route.ts";
import {
  agentSchema,
  agentsQuerySchema,
  agentsReplySchema,
  bindSchema,
  remoteSchema,
  slotSchema,
  slotsReplySchema,
} from "../schemas/agent.ts";
import { readExtension } from "../translate/extension.ts";
import { toNativeAgent, toNativeSlot } from "../translate/agent.ts";

const tag = "Agents";

/** The differences between slots and agents. */
interface Kind {
  readonly path: "/agent/slots" | "/agent/entries";
  readonly reply: { readonly description: string; readonly schema: typeof slotSchema | typeof agentSchema };
  readonly show: (name: string) => Promise<unknown>;
}

export function agentRoutes(native: Native): readonly Route[] {
  const { hub } = native;
  const slots: Kind = {
    path: "/agent/slots",
    reply: { description: "The slot.", schema: slotSchema },
    show: async (name) => {
      const slot = (await hub.agents.slots()).find((one) => one.name === name);
      if (slot === undefined) throw notFound(`Slot ${name} not found. GET /agent/slots lists all slots.`);
      return toNativeSlot(slot);
    },
  };
  const entries: Kind = {
    path: "/agent/entries",
    reply: { description: "The agent.", schema: agentSchema },
    show: async (name) => {
      const entry = name === AUTO ? AUTO_ENTRY : await hub.agents.find(name);
      if (entry === undefined) throw notFound(`Agent ${name} not found. GET /agent/entries lists all agents.`);
      return toNativeAgent(entry);
    },
  };
  return [
    defineRoute(
      {
        method: "get",
        path: "/agent/slots",
        tag,
        summary: "List slots and their modes",
        reply: { description: "All slots.", schema: slotsReplySchema },
      },
      async () => ({ slots: (await hub.agents.slots()).map(toNativeSlot) }),
    ),
    defineRoute(
      {
        method: "get",
        path: "/agent/entries",
        tag,
        summary: "List agents",
        query: agentsQuerySchema,
        reply: { description: "All agents, built-in modes first.", schema: agentsReplySchema },
      },
      async ({ query }) => {
        const isAll = query.all === "true";
        const filter = { includeInternal: isAll, includeDisabled: isAll, includeUnavailable: isAll };
        return { entries: [...(await hub.agents.list(filter)), AUTO_ENTRY].map(toNativeAgent) };
      },
    ),
    ...kindRoutes(native, slots),
    ...kindRoutes(native, entries),
    ...remoteRoutes(native),
  ];
}

function kindRoutes({ hub }: Native, { path, reply, show }: Kind): readonly Route[] {
  const isSlot = path === "/agent/slots";
  // A slot and an agent may have the same name; the prefix distinguishes them.
  const nameOf = async (name: string): Promise<string> => {
    await show(name);
    return isSlot ? `slot:${name}` : name;
  };
  return [
    defineRoute(
      {
        method: "get",
        path: `${path}/{name}`,
        tag,
        summary: `Get ${isSlot ? "a slot" : "an agent"}`,
        reply,
        errors: [404],
      },
      ({ param }) => show(param("name")),
    ),
    ...(["enable", "disable"] as const).map((verb) =>
      defineRoute(
        {
          method: "post",
          path: `${path}/{name}/${verb}`,
          tag,
          summary: `${verb === "enable" ? "Enable" : "Disable"} ${isSlot ? "a slot with all its modes" : "an agent"}`,
          reply,
          errors: [403, 404],
        },
        async ({ param }) => {
          const name = param("name");
          await hub.agents.setEnabled(await nameOf(name), verb === "enable");
          return show(name);
        },
      ),
    ),
    defineRoute(
      {
        method: "post",
        path: `${path}/{name}/extensions`,
        tag,
        summary: `Add an MCP server to new sessions of ${isSlot ? "a slot" : "an agent"}`,
        description: "Replaces one with the same name.",
        body: bindSchema,
        example: { config: { type: "stdio", name: "clock", cmd: "/usr/bin/clock-mcp", args: [] } },
        reply,
        errors: [403, 404],
      },
      async ({ body, param }) => {
        const name = param("name");
        await hub.agents.bindExtension(await nameOf(name), readExtension(body));
        return show(name);
      },
    ),
    defineRoute(
      {
        method: "delete",
        path: `${path}/{name}/extensions/{extension}`,
        tag,
        summary: `Remove an MCP server from ${isSlot ? "a slot" : "an agent"}`,
        reply,
        errors: [403, 404],
      },
      async ({ param }) => {
        const name = param("name");
        await hub.agents.unbindExtension(await nameOf(name), param("extension"));
        return show(name);
      },
    ),
  ];
}

function remoteRoutes({ hub }: Native): readonly Route[] {
  return [
    defineRoute(
      {
        method: "post",
        path: "/agent/remotes",
        tag,
        summary: "Add a remote agent by its URL (A2A)",
        body: remoteSchema,
        example: { url: "https://agents.example.com" },
        reply: { status: 201, description: "The agent.", schema: agentSchema },
        errors: [403, 502],
      },
      async ({ body }) => toNativeAgent(await hub.agents.addRemote(body.url)),
    ),
    defineRoute(
      {
        method: "delete",
        path: "/agent/remotes/{name}",
        tag,
        summary: "Remove a remote agent",
        reply: { status: 204, description: "The agent was removed." },
        errors: [403, 404],
      },
      ({ param }) => hub.agents.removeRemote(param("name")),
    ),
  ];
}

function notFound(message: string): ParleyError {
  return new ParleyError({ code: "agent_not_found", message });
}
