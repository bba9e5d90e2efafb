// The list of agents at one moment: every entry under its name, the slots, and filtered lists.
import type { SandboxSetting } from "@parley/base";
import type { AgentTotals } from "../api/store.ts";
import type { AgentEntry, AgentFilter, AgentSlot } from "../api/agents.ts";
import { fromExternal, fromMode, fromRemote, type EntryFacts, type RemoteState } from "./entries.ts";
import { chooseFreeName, toEntryName } from "./entry-name.ts";
import { toSlotKey } from "./slot-name.ts";
import type { ExternalAgent, OwnAgent } from "../api/sources.ts";
import { settingsOf, type SettingsByName } from "./stored-settings.ts";

export interface CatalogueSources {
  readonly own: Pick<OwnAgent, "slots" | "modes">;
  readonly externals: readonly ExternalAgent[];
  /** By the names of their entries. */
  readonly remotes: ReadonlyMap<string, RemoteState>;
  readonly settings: SettingsByName;
  readonly totals: ReadonlyMap<string, AgentTotals>;
  /** By the name of the program; `parley` for all modes. */
  readonly sandboxes?: ReadonlyMap<string, SandboxSetting> | undefined;
}

export interface Catalogue {
  /** Our modes, then programs on the machine, then remote agents. */
  readonly entries: ReadonlyMap<string, AgentEntry>;
  readonly slots: readonly AgentSlot[];
  /** The program behind an entry that has another name. */
  readonly externalNames: ReadonlyMap<string, string>;
  /** Warnings about names. */
  readonly notes: readonly string[];
  /** The same array for the same filter. */
  view(filter: AgentFilter): readonly AgentEntry[];
}

/** Our own agent as a whole: its modes are the entries. */
export const OWN_NAME = "parley";
/** For agents whose name has no allowed character. */
const NAMELESS = "agent";

export function createCatalogue(sources: CatalogueSources): Catalogue {
  const { own, externals, remotes, settings, totals, sandboxes } = sources;
  const entries = new Map<string, AgentEntry>();
  const externalNames = new Map<string, string>();
  const notes: string[] = [];
  const factsOf = (name: string, program?: string): EntryFacts => ({
    settings: settingsOf(settings, name),
    totals: totals.get(name),
    sandbox: program === undefined ? undefined : sandboxes?.get(program),
  });
  // Remote agents keep their stored names, whatever other agents are found.
  const taken = new Set([...settings.values()].filter(({ url }) => url !== undefined).map(({ name }) => name));

  const claim = (wanted: string, kind: string): string | undefined => {
    const plain = toEntryName(wanted) ?? NAMELESS;
    const name = chooseFreeName(plain, kind, taken);
    if (name === undefined) notes.push(`${wanted} is left out: too many agents have that name`);
    else taken.add(name);
    if (name !== undefined && name !== plain) notes.push(`${wanted} is listed as ${name}: ${plain} is taken`);
    return name;
  };

  for (const mode of own.modes) {
    const name = claim(mode.id, "mode");
    const slot = settingsOf(settings, toSlotKey(mode.slot));
    if (name !== undefined) entries.set(name, fromMode(mode, name, factsOf(name, OWN_NAME), slot));
  }
  for (const external of externals) {
    if (toEntryName(external.name) === OWN_NAME) continue;
    const name = claim(external.name, "acp");
    if (name === undefined) continue;
    entries.set(name, fromExternal(external, name, factsOf(name, external.name)));
    externalNames.set(name, external.name);
  }
  for (const { name, url } of settings.values()) {
    if (url !== undefined) entries.set(name, fromRemote(remotes.get(name) ?? {}, url, factsOf(name)));
  }

  const slots = own.slots.map((slot): AgentSlot => {
    const modes = [...entries.values()].filter((entry) => entry.slot === slot.name);
    const { isEnabled, extensions } = settingsOf(settings, toSlotKey(slot.name));
    const defaultMode = modes.find(({ modeId }) => modeId === slot.defaultModeId) ?? modes[0];
    const { name, description } = slot;
    return { name, description, modes, defaultMode: defaultMode?.name ?? slot.defaultModeId, isEnabled, extensions };
  });
  return { entries, slots, externalNames, notes, view: createView([...entries.values()]) };
}

function createView(entries: readonly AgentEntry[]): (filter: AgentFilter) => readonly AgentEntry[] {
  const views: (readonly AgentEntry[] | undefined)[] = [];
  return ({ includeInternal = false, includeDisabled = false, includeUnavailable = false }) => {
    const index = Number(includeInternal) + 2 * Number(includeDisabled) + 4 * Number(includeUnavailable);
    return (views[index] ??= entries.filter(
      ({ isInternal, isEnabled, availability }) =>
        (includeInternal || !isInternal) &&
        (includeDisabled || isEnabled) &&
        (includeUnavailable || availability.isAvailable),
    ));
  };
}
