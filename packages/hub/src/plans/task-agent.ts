// Which agent does a task: found by the name of an agent or a slot and, optionally, of a mode.
import { parseEntryName } from "../agents/entry-name.ts";
import type { AgentEntry, Agents, AgentSlot } from "../api/agents.ts";

export interface FoundAgent {
  readonly entry: AgentEntry;
  /** The named mode does not exist, so `entry` is the default. */
  readonly isModeUnknown: boolean;
}

/** Undefined if no agent has that name. */
export async function findTaskAgent(
  agents: Pick<Agents, "find" | "slots">,
  name: string,
  mode: string | undefined,
): Promise<FoundAgent | undefined> {
  const slots = await agents.slots();
  const entry = await agents.find(name);
  const slot = entry === undefined ? findSlot(slots, name) : slots.find((one) => one.name === entry.slot);
  const fallback = entry ?? slot?.modes.find((one) => one.name === slot.defaultMode);
  if (fallback === undefined) return undefined;
  // Only our own agent has modes: the modes of other agents are not known here.
  if (mode === undefined || slot === undefined) return { entry: fallback, isModeUnknown: false };
  const wanted = slot.modes.find((one) => isCalled(one, mode));
  return { entry: wanted ?? fallback, isModeUnknown: wanted === undefined };
}

/** `coding`, `Coding`, `Coding Agent`. */
function findSlot(slots: readonly AgentSlot[], name: string): AgentSlot | undefined {
  const wanted = parseEntryName(name);
  return slots.find((slot) => parseEntryName(slot.name) === wanted || `${parseEntryName(slot.name)}-agent` === wanted);
}

function isCalled({ name, modeId, title }: AgentEntry, mode: string): boolean {
  return modeId === mode || title === mode || name === parseEntryName(mode);
}
