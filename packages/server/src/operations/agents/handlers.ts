// Agents and slots: list, enable, disable, add extensions; add and remove remote agents.
import { ParleyError } from "@parley/base";
import type { NativeAgent, NativeSlot } from "@parley/contract";
import { AUTO, AUTO_ENTRY, readAgentChoices, readAgentFacts, type AgentEntry, type Hub } from "@parley/hub";
import { readExtension } from "../extensions/translate.ts";
import { defineHandlers } from "../handler.ts";
import { toNativeAgent, toNativeSlot } from "./translate.ts";

export const slotHandlers = defineHandlers({
  "slots/list": async (_, { hub }) => ({ slots: (await hub.agents.slots()).map(toNativeSlot) }),
  "slots/get": ({ name }, { hub }) => showSlot(hub, name),
  "slots/enable": ({ name }, { hub }) => changeSlot(hub, name, (slot) => hub.agents.setEnabled(slot, true)),
  "slots/disable": ({ name }, { hub }) => changeSlot(hub, name, (slot) => hub.agents.setEnabled(slot, false)),
  "slots/addExtension": ({ name, ...given }, { hub }) =>
    changeSlot(hub, name, (slot) => hub.agents.bindExtension(slot, readExtension(given))),
  "slots/removeExtension": ({ name, extension }, { hub }) =>
    changeSlot(hub, name, (slot) => hub.agents.unbindExtension(slot, extension)),
});

export const entryHandlers = defineHandlers({
  "entries/list": async ({ all }, { hub }) => {
    const isAll = all === "true";
    const filter = { includeInternal: isAll, includeDisabled: isAll, includeUnavailable: isAll };
    return { entries: [...(await hub.agents.list(filter)), AUTO_ENTRY].map(toNativeAgent) };
  },
  "entries/choices": async ({ agent }, { hub }) => {
    const name = agent ?? (await hub.defaultAgent());
    const entry = await findEntry(hub, name);
    const known = await readAgentChoices(hub.store, entry);
    if (known === undefined) return { agent: name };
    return { agent: name, choices: known.choices, learned_at: new Date(known.learnedAtMs).toISOString() };
  },
  "entries/get": ({ name }, { hub }) => showEntry(hub, name),
  "entries/enable": ({ name }, { hub }) => changeEntry(hub, name, () => hub.agents.setEnabled(name, true)),
  "entries/disable": ({ name }, { hub }) => changeEntry(hub, name, () => hub.agents.setEnabled(name, false)),
  "entries/addExtension": ({ name, ...given }, { hub }) =>
    changeEntry(hub, name, () => hub.agents.bindExtension(name, readExtension(given))),
  "entries/removeExtension": ({ name, extension }, { hub }) =>
    changeEntry(hub, name, () => hub.agents.unbindExtension(name, extension)),
  "remotes/add": async ({ url }, { hub }) => toNativeAgent(await hub.agents.addRemote(url)),
  "remotes/remove": ({ name }, { hub }) => hub.agents.removeRemote(name),
});

async function showSlot(hub: Hub, name: string): Promise<NativeSlot> {
  const slot = (await hub.agents.slots()).find((one) => one.name === name);
  if (slot === undefined) throw notFound(`Slot ${name} not found. GET /agent/slots lists all slots.`);
  return toNativeSlot(slot);
}

async function findEntry(hub: Hub, name: string): Promise<AgentEntry> {
  const entry = name === AUTO ? AUTO_ENTRY : await hub.agents.find(name);
  if (entry === undefined) throw notFound(`Agent ${name} not found. GET /agent/entries lists all agents.`);
  return entry;
}

async function showEntry(hub: Hub, name: string): Promise<NativeAgent> {
  const entry = await findEntry(hub, name);
  const { agentInfo, capabilities = [] } = await readAgentFacts(hub.store, entry);
  const isKnown = agentInfo !== undefined || capabilities.length > 0;
  const program = { name: agentInfo?.name, version: agentInfo?.version, capabilities };
  return { ...toNativeAgent(entry), ...(isKnown && { program }) };
}

/** A slot and an agent may have the same name; the prefix distinguishes them. */
async function changeSlot(hub: Hub, name: string, change: (slot: string) => Promise<void>): Promise<NativeSlot> {
  await showSlot(hub, name);
  await change(`slot:${name}`);
  return showSlot(hub, name);
}

async function changeEntry(hub: Hub, name: string, change: () => Promise<void>): Promise<NativeAgent> {
  await showEntry(hub, name);
  await change();
  return showEntry(hub, name);
}

function notFound(message: string): ParleyError {
  return new ParleyError({ code: "agent_not_found", message });
}
