// The agents of the settings beside those of the server: which of them are offered, and under which names.
import { isLoopbackHost } from "@parley/base";
import type { Picker } from "@parley/chat-ui";
import type { ParleyWindow } from "../parley-window.ts";
import type { AgentProfile } from "../settings/check-profiles.ts";
import { readServerSettings } from "../settings/settings.ts";

/** Values of the list of agents that are profiles. */
const PREFIX = "profile:";

/** Those that a new session can have; one that is an agent of the server is that agent. */
export function offeredProfiles({ settings, agents }: ParleyWindow): readonly AgentProfile[] {
  if (!isServerHere()) return [];
  return settings.values.profiles.filter(({ sameAs, isDefault = false }) => {
    // The server finds and checks the agents of the default itself.
    const isListed = agents.usable.some(({ name }) => name === sameAs);
    return !isDefault && !isListed;
  });
}

export function findProfile(window: ParleyWindow, value: string | undefined): AgentProfile | undefined {
  if (value?.startsWith(PREFIX) !== true) return undefined;
  return offeredProfiles(window).find(({ name }) => PREFIX + name === value);
}

export function toProfileOption({ name }: AgentProfile): Picker["options"][number] {
  return { value: PREFIX + name, label: name };
}

/** The value of `acp.agent.executable`, which new sessions have unless another agent is chosen. */
export function customProfile(window: ParleyWindow): string | undefined {
  const custom = offeredProfiles(window).find(({ setting }) => setting === "acp.agent.executable");
  return custom === undefined ? undefined : PREFIX + custom.name;
}

/** The profile that a session has as its agent, as long as it was not handed over to another one. */
export function profileOf({ brought, sessions, agents }: ParleyWindow, sessionId: string): string | undefined {
  const agent = sessions.get(sessionId)?.agent;
  const isListed = agents.agents.some(({ name }) => name === agent);
  return isListed ? undefined : brought.names(sessionId)?.profile;
}

/** Programs and secrets of this machine are for a server of this machine only. */
export function isServerHere(): boolean {
  const { url } = readServerSettings();
  if (url === "") return true;
  try {
    return isLoopbackHost(new URL(url).hostname);
  } catch {
    return false;
  }
}
