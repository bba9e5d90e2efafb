// The agents of sessions that were not made by a hub, as a hub names them.
import { DEFAULT_MODE_IDS } from "@parley/agent/modes";

/** A hub lists the modes of the built-in agent as agents of their own. */
const OWN = "parley";

export const DEFAULT_AGENT = DEFAULT_MODE_IDS.coding;

export function toHubAgent(name: string, modeId?: string): string {
  return name === OWN ? (modeId ?? DEFAULT_AGENT) : name;
}
