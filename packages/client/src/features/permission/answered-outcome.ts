// The outcome of a permission request, from the user's answer.
import { isRejecting, type PersonAnswer } from "@parley/home/judge";
import type { Known, PermissionOption, RequestPermissionOutcome } from "@parley/acp";

/** Without a choice it is a rejection, or `cancelled` if it was cancelled or no rejection was offered. */
export function toAnsweredOutcome(
  { option, isCancelled }: PersonAnswer,
  options: readonly PermissionOption[],
): Known<RequestPermissionOutcome> {
  const rejection = options.find(({ kind }) => kind === "reject_once") ?? options.find(isRejecting);
  const chosen = option ?? (isCancelled ? undefined : rejection);
  return chosen === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: chosen.optionId };
}
