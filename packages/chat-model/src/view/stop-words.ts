// Why a turn ended, in words.
import { t } from "@parley/base";
import type { StopItem } from "@parley/acp/transcript";

/** Undefined for a turn that simply ended. */
export function describeStop({ stopReason, error }: Pick<StopItem, "stopReason" | "error">): string | undefined {
  if (error !== null) return t("The turn failed: {0}", error.message);
  switch (stopReason) {
    case null:
    case "end_turn":
      return undefined;
    case "max_tokens":
      return t("The agent stopped: token limit reached.");
    case "max_turn_requests":
      return t("The agent stopped: limit of requests per turn reached.");
    case "refusal":
      return t("The agent refused to continue. This prompt will not be part of the conversation.");
    case "cancelled":
      return t("Cancelled.");
    default:
      return t("The agent stopped: {0}.", stopReason);
  }
}
