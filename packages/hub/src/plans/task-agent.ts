// Who does a task: an entry of the agents, from the name of an agent or a slot and, beside it, of a mode.
import { parseEntryName } from "../agents/entry-name.ts";
import type { AgentEntry, Agents, AgentSlot } from "../api/agents.ts";

export interface FoundAgent {
  readonly entry: AgentEntry;
  /** The mode was named, and there is none of that name: `entry` is the default. */
  readonly isModeUnknown: boolean;
}

/** Undefined if nobody is called that. */
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
  // Modes are a thing of ours: what another agent calls its own says nothing here.
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
