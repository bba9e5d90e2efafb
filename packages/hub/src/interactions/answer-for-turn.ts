// Answers the questions of a turn whose prompt says how (`approve`), so that no person is asked.
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
  all: "this turn is sent with approve: all",
  none: "this turn is sent with approve: none",
  rules: "no rule allows it, and this turn is sent with approve: rules",
  unattended: "no user is there to answer",
};

/** Undefined: a person is asked. */
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

/** A form needs a person, so the agent gets a cancellation. Undefined: a person is asked. */
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
