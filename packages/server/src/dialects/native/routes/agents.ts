// Agents and slots: shown, switched on and off, given extensions; remote ones added and removed.
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

/** What is the same for a slot and for an agent. */
interface Kind {
  readonly path: "/agent/slots" | "/agent/entries";
  readonly word: string;
  readonly reply: { readonly description: string; readonly schema: typeof slotSchema | typeof agentSchema };
  readonly show: (name: string) => Promise<unknown>;
}

export function agentRoutes(native: Native): readonly Route[] {
  const { hub } = native;
  const slots: Kind = {
    path: "/agent/slots",
    word: "slot",
    reply: { description: "The slot.", schema: slotSchema },
    show: async (name) => {
      const slot = (await hub.agents.slots()).find((one) => one.name === name);
      if (slot === undefined) throw notFound(`There is no slot ${name}.`);
      return toNativeSlot(slot);
    },
  };
  const entries: Kind = {
    path: "/agent/entries",
    word: "agent",
    reply: { description: "The agent.", schema: agentSchema },
    show: async (name) => {
      const entry = name === AUTO ? AUTO_ENTRY : await hub.agents.find(name);
      if (entry === undefined) throw notFound(`There is no agent ${name}.`);
      return toNativeAgent(entry);
    },
  };
  return [
    defineRoute(
      {
        method: "get",
        path: "/agent/slots",
        tag,
        summary: "Our slots and their modes",
        reply: { description: "All of them.", schema: slotsReplySchema },
      },
      async () => ({ slots: (await hub.agents.slots()).map(toNativeSlot) }),
    ),
    defineRoute(
      {
        method: "get",
        path: "/agent/entries",
        tag,
        summary: "All agents that can be talked to",
        query: agentsQuerySchema,
        reply: { description: "Our modes first.", schema: agentsReplySchema },
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

function kindRoutes({ hub }: Native, { path, word, reply, show }: Kind): readonly Route[] {
  const isSlot = path === "/agent/slots";
  // A slot and an agent may have the same name; whoever names one means that one.
  const nameOf = async (name: string): Promise<string> => {
    await show(name);
    return isSlot ? `slot:${name}` : name;
  };
  return [
    defineRoute(
      { method: "get", path: `${path}/{name}`, tag, summary: `One ${word}`, reply, errors: [404] },
      ({ param }) => show(param("name")),
    ),
    ...(["enable", "disable"] as const).map((verb) =>
      defineRoute(
        {
          method: "post",
          path: `${path}/{name}/${verb}`,
          tag,
          summary: `${verb === "enable" ? "Switch on" : "Switch off"} ${isSlot ? "a slot with all its modes" : "an agent"}`,
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
        summary: `Give new sessions of ${isSlot ? "a slot" : "an agent"} an MCP server`,
        description: "The same name replaces.",
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
        summary: `Take an MCP server from ${isSlot ? "a slot" : "an agent"}`,
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
        summary: "Add another server's agent by its address (A2A)",
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
        reply: { status: 204, description: "It is gone." },
        errors: [403, 404],
      },
      ({ param }) => hub.agents.removeRemote(param("name")),
    ),
  ];
}

function notFound(message: string): ParleyError {
  return new ParleyError({ code: "agent_not_found", message });
}
