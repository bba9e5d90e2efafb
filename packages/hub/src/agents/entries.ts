// One entry of the list, from each kind of source.
import { toOneLine, type SandboxSetting } from "@parley/base";
import type { AgentSettings, AgentTotals } from "../api/store.ts";
import type { AgentEntry } from "../api/agents.ts";
import { mergeExtensions } from "./extensions.ts";
import { AGENT_DESCRIPTION_CHARS_MAX, AGENT_TITLE_CHARS_MAX } from "../limits.ts";
import type { RemoteCard } from "../api/remote-card.ts";
import type { ExternalAgent, OwnMode } from "../api/sources.ts";
import { toStatistics } from "./statistics.ts";

/** Facts about an entry that do not come from its source. */
export interface EntryFacts {
  readonly sandbox?: SandboxSetting | undefined;
  readonly settings: AgentSettings;
  readonly totals: AgentTotals | undefined;
}

/** The result of reading a remote agent's card; empty before the first try. */
export interface RemoteState {
  readonly card?: RemoteCard | undefined;
  readonly problem?: string | undefined;
}

export function fromMode(mode: OwnMode, name: string, facts: EntryFacts, slot: AgentSettings): AgentEntry {
  return {
    ...fromFacts(name, facts),
    kind: "mode",
    title: mode.name,
    description: mode.description,
    slot: mode.slot,
    modeId: mode.id,
    category: mode.category,
    whenToUse: mode.whenToUse,
    toolGroups: mode.toolGroups,
    isInternal: mode.isInternal === true,
    isDeprecated: mode.isDeprecated === true,
    isEnabled: facts.settings.isEnabled && slot.isEnabled,
    availability: { isAvailable: true },
    extensions: mergeExtensions(slot.extensions, facts.settings.extensions),
  };
}

export function fromExternal(agent: ExternalAgent, name: string, facts: EntryFacts): AgentEntry {
  return {
    ...fromFacts(name, facts),
    ...CONVERSATION,
    kind: "acp",
    title: toOneLine(agent.title, AGENT_TITLE_CHARS_MAX) || name,
    description: toOneLine(agent.description, AGENT_DESCRIPTION_CHARS_MAX),
    availability: agent.availability,
  };
}

export function fromRemote({ card, problem }: RemoteState, url: string, facts: EntryFacts): AgentEntry {
  const { name } = facts.settings;
  return {
    ...fromFacts(name, facts),
    ...CONVERSATION,
    kind: "a2a",
    title: toOneLine(card?.name ?? "", AGENT_TITLE_CHARS_MAX) || name,
    description: toOneLine(card?.description ?? "", AGENT_DESCRIPTION_CHARS_MAX) || `An agent of ${new URL(url).host}`,
    whenToUse: toOneLine(card?.skills.join("; ") ?? "", AGENT_DESCRIPTION_CHARS_MAX) || undefined,
    availability: problem === undefined ? { isAvailable: true } : { isAvailable: false, message: problem },
    url,
  };
}

const CONVERSATION = { category: "session", toolGroups: [], isInternal: false, isDeprecated: false } as const;

function fromFacts(
  name: string,
  { settings, totals, sandbox }: EntryFacts,
): Pick<AgentEntry, "name" | "isEnabled" | "extensions" | "statistics" | "sandbox"> {
  return {
    name,
    isEnabled: settings.isEnabled,
    extensions: settings.extensions,
    statistics: toStatistics(totals),
    ...(sandbox !== undefined && { sandbox }),
  };
}
