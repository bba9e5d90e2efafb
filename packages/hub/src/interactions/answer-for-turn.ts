// Answers the questions of a turn according to its prompt (`approve`), without asking the user.
import { leavesSandbox, type Known, type PermissionOption, type RequestPermissionOutcome } from "@parley/acp";
import type { ElicitationReply, PermissionQuestion, PermissionReply } from "@parley/client";
import type { Turn, TurnApproval } from "../api/turns.ts";

type Kind = PermissionOption["kind"];
type AnsweredTurn = Pick<Turn, "approve" | "actor">;

/** Allowing or rejecting once comes first, so that the agent asks again next time. */
const ALLOWING: readonly Kind[] = ["allow_once", "allow_always"];
const REJECTING: readonly Kind[] = ["reject_once", "reject_always"];

/** Who answers in the log. */
const RULE = "rule";

const REASONS: Readonly<Record<Exclude<TurnApproval, "ask">, string>> = {
  all: "approve: all allows every request",
  none: "approve: none rejects every request",
  rules: "approve: rules rejects what no rule allows",
  unattended: "no user is present to answer",
};

/** Undefined: the user is asked. */
export function answerPermission(
  { approve = "ask", actor }: AnsweredTurn,
  { options, toolCall }: Pick<PermissionQuestion, "options" | "toolCall">,
): PermissionReply | undefined {
  if (approve === "ask") return undefined;
  // With a sandbox, `all` covers only what stays inside the sandbox.
  if (leavesSandbox(toolCall)) {
    const reason = "only a person can allow leaving the sandbox";
    return { outcome: choose(options, REJECTING), by: RULE, reason, actor };
  }
  const outcome = choose(options, approve === "all" ? ALLOWING : REJECTING);
  return { outcome, by: RULE, reason: REASONS[approve], actor };
}

/** A form needs a user, so the agent gets a cancellation. Undefined: the user is asked. */
export function answerElicitation({ approve = "ask", actor }: AnsweredTurn): ElicitationReply | undefined {
  return approve === "ask" ? undefined : { action: "cancel", by: RULE, actor };
}

/** If the agent offers no matching option, the question is cancelled. */
function choose(options: readonly PermissionOption[], kinds: readonly Kind[]): Known<RequestPermissionOutcome> {
  for (const kind of kinds) {
    const option = options.find((candidate) => candidate.kind === kind);
    if (option !== undefined) return { outcome: "selected", optionId: option.optionId };
  }
  return { outcome: "cancelled" };
}
