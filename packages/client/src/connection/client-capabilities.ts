// The capabilities that the client announces: those of its features, and its own.
import type { ClientCapabilities } from "@parley/acp";
import { isObject } from "@parley/base";
import type { AgentQuirk } from "../agent-launch.ts";
import type { Feature } from "../features/feature.ts";

/** Supported by every session, whatever features it has. */
const OWN: ClientCapabilities = {
  session: { compaction: {}, configOptions: { boolean: {} }, notices: {} },
  auth: { terminal: true },
  // Older agents offer terminal sign-ins only to clients that announce this.
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

/** Unchanged if nothing was announced at the path. */
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
    // A capability of one feature is not removed by another.
    else if (value !== undefined && value !== null && value !== false) merged[name] = value;
    else merged[name] ??= value;
  }
  return merged;
}
