// An agent as its manifest.
import type { AgentEntry } from "@parley/hub";
import type { AgentManifest } from "./wire.ts";

/** A conversational agent gets all content that it can read; the rest is converted to text. */
const ANY: readonly string[] = ["text/plain", "application/json", "image/*", "audio/*", "*/*"];
const TEXT: readonly string[] = ["text/plain"];

export function toManifest(entry: AgentEntry): AgentManifest {
  const types = entry.category === "session" ? ANY : TEXT;
  const status = toStatus(entry);
  return {
    name: entry.name,
    description: entry.description,
    input_content_types: types,
    output_content_types: types,
    metadata: toMetadata(entry),
    ...(status && { status }),
  };
}

function toMetadata(entry: AgentEntry): AgentManifest["metadata"] {
  const { title, whenToUse, slot, toolGroups, extensions, url } = entry;
  const isCoding = slot !== "assistant";
  return {
    annotations: { parley: toAnnotations(entry) },
    ...(whenToUse !== undefined && { documentation: `# ${title}\n\n${entry.description}\n\n${whenToUse}` }),
    capabilities: [
      { name: title, description: whenToUse ?? entry.description },
      ...toolGroups.map((group) => ({ name: group, description: `Uses the tools of the group ${group}` })),
    ],
    domains: [isCoding ? "software-development" : "general"],
    tags: isCoding ? ["Chat", "Code"] : ["Chat"],
    ...(url !== undefined && URL.canParse(url) && { links: [{ type: "homepage", url }] }),
    ...(extensions.length > 0 && { dependencies: extensions.map(toDependency) }),
  };
}

/** Data without a field in the protocol. */
function toAnnotations(entry: AgentEntry): Readonly<Record<string, unknown>> {
  const {
    kind,
    title,
    slot,
    modeId,
    category,
    toolGroups,
    isInternal,
    isDeprecated,
    isEnabled,
    availability,
    sandbox,
  } = entry;
  return {
    kind,
    title,
    slot,
    mode_id: modeId,
    category,
    tool_groups: toolGroups,
    is_internal: isInternal,
    is_deprecated: isDeprecated,
    is_enabled: isEnabled,
    is_available: availability.isAvailable,
    unavailable_because: availability.message,
    sandbox,
  };
}

function toDependency(server: AgentEntry["extensions"][number]): { readonly type: "tool"; readonly name: string } {
  return { type: "tool", name: "name" in server ? server.name : "unknown" };
}

/** Unknown before the first turn. */
function toStatus({ statistics }: AgentEntry): AgentManifest["status"] {
  const { turns, averageMs, averageTokens, successRate } = statistics;
  if (turns === 0) return undefined;
  return {
    ...(averageTokens !== undefined && { avg_run_tokens: averageTokens }),
    ...(averageMs !== undefined && { avg_run_time_seconds: averageMs / 1_000 }),
    ...(successRate !== undefined && { success_rate: successRate }),
  };
}
