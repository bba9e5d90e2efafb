// Leaves every decision to the client, which announced that it decides: by rules, or by asking the user on any surface.
import type { Known, RequestPermissionRequest, SessionEventBody } from "@parley/acp";
import { ABORTED, type Clock, createId, isObject, type Log, untilAborted } from "@parley/base";
import { ALLOW, createOwnOptions, REJECT, toClaims } from "@parley/home/judge";
import type { Danger } from "@parley/policy";
import { messageOf } from "../text/sentences.ts";
import type { ApprovalAnswer, ApprovalRequest, Approver } from "./approver.ts";
import type { RequestPermission } from "./ask-client.ts";
import { toSubjects } from "./judged.ts";
import { APPROVAL_REASON_CHARS_MAX, SUBJECTS_MAX } from "../limits.ts";
import { hearSecondOpinion, type OpinionWanted, type SecondOpinion } from "./second-opinion.ts";

export interface AskingApproverOptions {
  readonly requestPermission: RequestPermission;
  readonly sessionId: string;
  /** The groups of the current mode, as `compileMode` expects them; undefined if the mode restricts nothing. */
  readonly mode: () => unknown;
  /** The client requests it where it would help. */
  readonly secondOpinion?: SecondOpinion | undefined;
  readonly record: (body: SessionEventBody) => void;
  readonly clock: Clock;
  readonly log: Log;
}

const ALLOWED: ApprovalAnswer = { verdict: "allow" };
const CANCELLED: ApprovalAnswer = {
  verdict: "deny",
  reason: "It was cancelled before it was approved",
  by: "cancelled",
};

const NOTHING = { outcome: undefined, _meta: undefined };

export function createAskingApprover(options: AskingApproverOptions): Approver {
  return {
    async pass(request, signal) {
      if (signal.aborted) return CANCELLED;
      const subjects = toSubjects(request);
      if (subjects.length === 0) return ALLOWED;
      if (subjects.length > SUBJECTS_MAX) {
        const reason = `It accesses ${subjects.length} files or commands at once, more than the maximum of ${SUBJECTS_MAX}`;
        return { verdict: "deny", reason, by: "rule" };
      }
      const { secondOpinion } = options;
      const decide = { subjects: toClaims(subjects), hook: request.hook, mode: options.mode() };
      const offered = secondOpinion === undefined ? {} : { opinion: "offered" };
      const first = await ask(options, request, { ...decide, ...offered }, signal);
      if (!("worries" in first)) return first;
      const wanted = { toolCall: request.toolCall, worries: first.worries };
      const heard = secondOpinion && (await hearSecondOpinion({ secondOpinion, log: options.log }, wanted, signal));
      const opinion = heard?.verdict === "allow" ? { opinion: { reason: heard.reason } } : {};
      const second = await ask(options, request, { ...decide, ...opinion }, signal);
      return "worries" in second ? CANCELLED : second;
    },
  };
}

type Worries = Pick<OpinionWanted, "worries">;

/** Never rejects: if the client cannot decide, the answer is no. */
async function ask(
  { requestPermission, sessionId, record, clock, log }: AskingApproverOptions,
  { toolCall }: ApprovalRequest,
  decide: object,
  signal: AbortSignal,
): Promise<ApprovalAnswer | Worries> {
  const interactionId = createId(clock);
  const options = createOwnOptions([]);
  const { toolCallId, title, kind } = toolCall;
  // A call that is interrupted while it waits was not executed.
  record({ type: "permission_asked", interactionId, toolCall: { toolCallId, title, kind }, options });
  const end = (optionId: string | undefined, by: string, reason?: string): void =>
    record({
      type: "permission_answered",
      interactionId,
      outcome: optionId === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId },
      by,
      ...(reason !== undefined && { reason }),
    });
  try {
    const request = { sessionId, toolCall, options, _meta: { parley: { decide } } };
    // Our own tool calls have no unknown variants.
    const asked = requestPermission(request as Known<RequestPermissionRequest>, signal);
    const response = await untilAborted(asked, signal);
    const { outcome, _meta: meta } = response === ABORTED ? NOTHING : response;
    const own = isObject(meta) ? meta["parley"] : undefined;
    const { by, reason, opinionWanted } = isObject(own) ? own : {};
    const chosen = outcome?.outcome === "selected" ? outcome.optionId : undefined;
    if (chosen === ALLOW) {
      end(chosen, "rule");
      return ALLOWED;
    }
    if (chosen !== REJECT) {
      end(undefined, "cancel");
      return Array.isArray(opinionWanted) ? { worries: readWorries(opinionWanted) } : CANCELLED;
    }
    const why = typeof reason === "string" ? reason : "";
    end(chosen, by === "person" ? "user" : "rule", why);
    return { verdict: "deny", reason: why, by: by === "person" ? "person" : "rule" };
  } catch (cause) {
    log.write("warn", "a permission request failed, so the call is denied", { cause });
    const reason = `The client could not decide: ${messageOf(cause).slice(0, APPROVAL_REASON_CHARS_MAX)}`;
    end(undefined, "error", reason);
    return { verdict: "deny", reason, by: "rule" };
  }
}

function readWorries(list: readonly unknown[]): OpinionWanted["worries"] {
  return list.filter(isObject).map(({ kind, subject, reason, danger }) => ({
    kind: String(kind),
    subject: String(subject),
    reason: String(reason),
    danger: isObject(danger) ? (danger as unknown as Danger) : undefined,
  }));
}
