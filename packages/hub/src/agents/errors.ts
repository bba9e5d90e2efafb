// Errors about names of agents and extensions.
import { findNearestName, ParleyError, toOneLine } from "@parley/base";
import type { AgentEntry } from "../api/agents.ts";
import { NAME_IN_ERROR_CHARS_MAX, NAMES_IN_ERROR_MAX } from "../limits.ts";

/** Lists the available agents. */
export function agentNotFound(name: string, there: readonly AgentEntry[]): ParleyError {
  const names = there.slice(0, NAMES_IN_ERROR_MAX).map((entry) => entry.name);
  if (there.length > names.length) names.push("…");
  const others = names.length === 0 ? "No agents are available." : `Available agents: ${names.join(", ")}.`;
  const near = findNearestName(
    name,
    there.map((entry) => entry.name),
  );
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  const message = `Agent "${toOneLine(name, NAME_IN_ERROR_CHARS_MAX)}" not found. ${others}${hint}`;
  return new ParleyError({ code: "agent_not_found", message });
}

export function agentDisabled({ name, slot }: AgentEntry, isSlotEnabled: boolean): ParleyError {
  const what = slot === undefined || isSlotEnabled ? `The agent ${name}` : `The slot ${slot} of the agent ${name}`;
  return new ParleyError({ code: "agent_disabled", message: `${what} is disabled.` });
}

export function extensionNotFound(serverName: string, owner: string, there: readonly string[]): ParleyError {
  const shown = toOneLine(serverName, NAME_IN_ERROR_CHARS_MAX);
  const others = there.length === 0 ? "It has none of its own." : `It has: ${there.join(", ")}.`;
  return new ParleyError({ code: "bad_input", message: `name: ${owner} has no extension "${shown}". ${others}` });
}
