// The sessions with one agent. All are described for it: a folder rarely has sessions of several agents.
import type { SessionListing } from "./session-store.ts";

/** The same list if no agent is named. */
export async function listByAgent(listing: SessionListing, agent: string | undefined): Promise<SessionListing> {
  if (agent === undefined) return listing;
  const sessions = (await listing.describe(0)).filter((info) => info.agent.name === agent);
  return { sessions, describe: async (from, to) => sessions.slice(from, to) };
}
