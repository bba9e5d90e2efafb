// Why a turn ended, in words.
import type { StopItem } from "@parley/acp/transcript";

const STOP_WORDS: Readonly<Record<string, string>> = {
  max_tokens: "The agent stopped: token limit reached.",
  max_turn_requests: "The agent stopped: limit of requests per turn reached.",
  refusal: "The agent refused to continue. This prompt will not be part of the conversation.",
  cancelled: "Cancelled.",
};

/** Undefined for a turn that simply ended. */
export function describeStop({ stopReason, error }: Pick<StopItem, "stopReason" | "error">): string | undefined {
  if (error !== null) return `The turn failed: ${error.message}`;
  if (stopReason === null || stopReason === "end_turn") return undefined;
  return STOP_WORDS[stopReason] ?? `The agent stopped: ${stopReason}.`;
}
