// Converts agent names of sessions that were not created by a hub to the hub's names.
import { DEFAULT_MODE_IDS } from "@parley/agent/modes";

/** A hub lists the modes of the built-in agent as separate agents. */
const OWN = "parley";

export const DEFAULT_AGENT = DEFAULT_MODE_IDS.coding;

export function toHubAgent(name: string, modeId?: string): string {
  return name === OWN ? (modeId ?? DEFAULT_AGENT) : name;
}
