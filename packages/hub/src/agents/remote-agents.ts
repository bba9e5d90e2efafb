// Adds and removes agents of other servers.
import { ParleyError } from "@parley/base";
import type { AgentEntry } from "../api/agents.ts";
import { chooseFreeName, toEntryName } from "./entry-name.ts";
import { agentNotFound } from "./errors.ts";
import { parseRemoteAddress } from "./remote-address.ts";
import type { LiveCatalogue } from "./live-catalogue.ts";
import { settingsOf, type SettingsByName } from "./stored-settings.ts";

/** An agent that was added before is read again and keeps its name. */
export async function addRemote(live: LiveCatalogue, address: string, remotesMax: number): Promise<AgentEntry> {
  const url = parseRemoteAddress(address);
  const card = await live.cards.read(url.href);
  const { entries } = await live.complete();
  const { name } = await live.settings.change((all) => {
    const remotes = [...all.values()].filter((settings) => settings.url !== undefined);
    const same = remotes.find((settings) => settings.url === url.href);
    if (same !== undefined) return same;
    if (remotes.length >= remotesMax) {
      throw new ParleyError({
        code: "limit_reached",
        message: `The limit of ${remotesMax} remote agents is reached; remove one first`,
      });
    }
    const wanted = toEntryName(card.name) ?? toEntryName(url.host) ?? "agent";
    return { ...settingsOf(all, chooseName(wanted, entries, all)), url: url.href };
  });
  live.cards.set(name, card);
  live.invalidate();
  const entry = (await live.current()).entries.get(name);
  if (entry === undefined) throw agentNotFound(name, []); // It was removed in the meantime.
  return entry;
}

export async function removeRemote(live: LiveCatalogue, { name, kind }: AgentEntry): Promise<void> {
  if (kind !== "a2a") {
    const message = `name: ${name} is not a remote agent, so it cannot be removed; disable it instead`;
    throw new ParleyError({ code: "bad_input", message });
  }
  await live.settings.delete((all) => settingsOf(all, name));
  live.cards.delete(name);
  live.invalidate();
}

/** A name with stored settings belongs to another agent, even if that one is not available. */
function chooseName(wanted: string, entries: ReadonlyMap<string, AgentEntry>, all: SettingsByName): string {
  const name = chooseFreeName(wanted, "a2a", new Set([...entries.keys(), ...all.keys()]));
  if (name === undefined) {
    throw new ParleyError({ code: "limit_reached", message: `Too many agents are named ${wanted}` });
  }
  return name;
}
