// Agents and slots of the hub as the native API shows them.
import type { NativeAgent, NativeSlot } from "@parley/contract";
import type { AgentEntry, AgentSlot } from "@parley/hub";
import { toShownExtension } from "../extensions/translate.ts";

export function toNativeAgent(entry: AgentEntry): NativeAgent {
  const { availability, statistics } = entry;
  return {
    name: entry.name,
    kind: entry.kind,
    title: entry.title,
    description: entry.description,
    ...(entry.slot === undefined ? {} : { slot: entry.slot }),
    ...(entry.modeId === undefined ? {} : { mode_slug: entry.modeId }),
    category: entry.category,
    ...(entry.whenToUse === undefined ? {} : { when_to_use: entry.whenToUse }),
    tool_groups: entry.toolGroups,
    is_internal: entry.isInternal,
    is_deprecated: entry.isDeprecated,
    is_enabled: entry.isEnabled,
    is_available: availability.isAvailable,
    ...(availability.message === undefined ? {} : { unavailable_because: availability.message }),
    ...(availability.remedy === undefined ? {} : { remedy: availability.remedy }),
    ...(entry.sandbox === undefined ? {} : { sandbox: entry.sandbox }),
    extensions: entry.extensions.map(toShownExtension),
    statistics: {
      turns: statistics.turns,
      average_ms: statistics.averageMs,
      average_tokens: statistics.averageTokens,
      success_rate: statistics.successRate,
    },
    ...(entry.url === undefined ? {} : { url: entry.url }),
  };
}

export function toNativeSlot(slot: AgentSlot): NativeSlot {
  return {
    name: slot.name,
    description: slot.description,
    default_mode: slot.defaultMode,
    is_enabled: slot.isEnabled,
    modes: slot.modes.map(toNativeAgent),
    extensions: slot.extensions.map(toShownExtension),
  };
}
