// What the client says that it can do: its features together, and what it does without any.
import type { ClientCapabilities } from "@parley/acp";
import { isObject } from "@parley/base";
import type { AgentQuirk } from "../agent-launch.ts";
import type { Feature } from "../features/feature.ts";

/** Whatever is on, a session's log and transcript take it. */
const OWN: ClientCapabilities = {
  session: { compaction: {}, configOptions: { boolean: {} }, notices: {} },
  auth: { terminal: true },
  // Before the protocol had sign-ins in a terminal, agents told them to clients that said this.
  _meta: { "terminal-auth": true },
};

export function mergeCapabilities(
  features: readonly Feature[],
  quirks: readonly AgentQuirk[] = [],
): ClientCapabilities {
  let merged: Record<string, unknown> = {};
  for (const { capabilities } of [{ capabilities: OWN }, ...features]) merged = merge(merged, capabilities);
  for (const path of quirks.flatMap(({ withholds = [] }) => withholds)) merged = without(merged, path.split("."));
  return merged;
}

/** As it is where nothing was announced there. */
function without(
  capabilities: Readonly<Record<string, unknown>>,
  [name = "", ...rest]: readonly string[],
): Record<string, unknown> {
  const value = capabilities[name];
  if (value === undefined) return { ...capabilities };
  if (rest.length === 0) return { ...capabilities, [name]: false };
  return isObject(value) ? { ...capabilities, [name]: without(value, rest) } : { ...capabilities };
}

function merge(one: Readonly<Record<string, unknown>>, other: object): Record<string, unknown> {
  const merged = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const known = merged[name];
    if (isObject(known) && isObject(value)) merged[name] = merge(known, value);
    // What one feature can do, another that cannot does not take back.
    else if (value !== undefined && value !== null && value !== false) merged[name] = value;
    else merged[name] ??= value;
  }
  return merged;
}
