// The answers of the native API to a permission, as one of the options of the question.
import type { PermissionOption, RequestPermissionOutcome } from "@parley/acp";
import type { ConfirmationAction } from "@parley/contract";
import type { Hub } from "@parley/hub";
import { FieldError } from "../input/field-error.ts";

/** The matching kinds of options, best first. An answer never allows more than it says. */
const KINDS: Readonly<Record<ConfirmationAction, readonly PermissionOption["kind"][]>> = {
  always_allow: ["allow_always", "allow_once"],
  allow_once: ["allow_once"],
  deny_once: ["reject_once"],
  always_deny: ["reject_always", "reject_once"],
  cancel: [],
};

type Reply = Parameters<Hub["interactions"]["answerPermission"]>[1];

/** "Always" is stored in this home's rules, not just by the agent that asked. */
export function toReply(action: ConfirmationAction, options: readonly PermissionOption[]): Reply {
  const outcome = toOutcome(action, options);
  const isForGood = action === "always_allow" || action === "always_deny";
  return isForGood && outcome.outcome === "selected" ? { outcome, remember: { scope: "always" } } : { outcome };
}

export function toOutcome(action: ConfirmationAction, options: readonly PermissionOption[]): RequestPermissionOutcome {
  for (const kind of KINDS[action]) {
    const option = options.find((one) => one.kind === kind);
    if (option !== undefined) return { outcome: "selected", optionId: option.optionId };
  }
  // Rejecting is always possible, even without a matching option; allowing is not.
  if (action === "always_allow" || action === "allow_once") {
    const offered = options.map(({ kind }) => kind).join(", ");
    throw new FieldError("action", `the question has no option for ${action}; its options are ${offered}`);
  }
  return { outcome: "cancelled" };
}
