// Asks the user for permission: records question and answer, checks the answer against the options, and stops when a
// signal aborts.
import type {
  EventActor,
  PermissionOption,
  RequestPermissionOutcome,
  SessionEventBody,
  ToolCallUpdate,
} from "@parley/acp";
import { ABORTED, createId, untilAborted, type Clock, type Log } from "@parley/base";
import type { Scope } from "@parley/policy";
import { REASON_CHARS_MAX } from "../limits.ts";
import type { PersonAnswer } from "./person-answer.ts";

/** What a surface returns: the port of a client, or a client's response to an agent. */
export interface PermissionReply {
  readonly outcome: RequestPermissionOutcome;
  /** Remember the proposals of the question, as allowed or denied by the kind of the option chosen. */
  readonly remember?: Scope | undefined;
  /** What answered, if not a user: `rule`, `timeout`, … */
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  /** The user who answered, for the log. */
  readonly actor?: EventActor | undefined;
}

export interface Asking {
  readonly record: (body: SessionEventBody) => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** The answer as it is recorded. Default: what was selected, or `cancelled`. */
  readonly toOutcome?: ((answer: PersonAnswer) => RequestPermissionOutcome) | undefined;
}

export interface AskedPermission {
  /** The tool call as it is recorded. */
  readonly toolCall: ToolCallUpdate;
  readonly options: readonly PermissionOption[];
  /** Puts the question to the surface. */
  readonly put: (interactionId: string) => Promise<PermissionReply>;
}

/** Never rejects: if no one can be asked, the answer is no. */
export async function askPerson(asking: Asking, question: AskedPermission): Promise<PersonAnswer> {
  const { record, clock, toOutcome = toSelected } = asking;
  const { toolCall, options } = question;
  const interactionId = createId(clock);
  record({ type: "permission_asked", interactionId, toolCall, options });
  const answer = await waitForAnswer(asking, question, interactionId);
  const { by, reason, actor } = answer;
  const outcome = toOutcome(answer);
  record({ type: "permission_answered", interactionId, outcome, by, reason, ...(actor && { actor }) });
  return answer;
}

const CANCELLED: PersonAnswer = { option: undefined, isCancelled: true, by: "cancel" };

async function waitForAnswer(
  { signal, log }: Asking,
  { put, options }: AskedPermission,
  interactionId: string,
): Promise<PersonAnswer> {
  if (signal.aborted) return CANCELLED;
  try {
    // In an async function, so that an exception of the surface becomes a rejection.
    const reply = await untilAborted((async () => put(interactionId))(), signal);
    return reply === ABORTED ? CANCELLED : check(reply, options);
  } catch (cause) {
    log.write("warn", "a permission question failed, so it counts as rejected", { cause });
    const why = (cause instanceof Error ? cause.message : String(cause)).slice(0, REASON_CHARS_MAX);
    return { option: undefined, isCancelled: false, by: "error", reason: `The user could not be asked: ${why}` };
  }
}

/** Identified by `optionId` alone: options may share a kind or a name. */
function check(reply: PermissionReply, options: readonly PermissionOption[]): PersonAnswer {
  const { outcome, by, reason, remember, actor } = reply;
  if (outcome.outcome === "cancelled")
    return { option: undefined, isCancelled: true, by: by ?? "cancel", reason, actor };
  const chosen = outcome.outcome === "selected" ? outcome.optionId : undefined;
  const option = options.find(({ optionId }) => optionId === chosen);
  if (option !== undefined) return { option, isCancelled: false, by: by ?? "user", reason, remember, actor };
  const shown = JSON.stringify(chosen ?? null).slice(0, REASON_CHARS_MAX);
  const wrong = `The answer ${shown} is not one of the options`;
  return { option: undefined, isCancelled: false, by: "invalid", reason: wrong };
}

function toSelected({ option }: PersonAnswer): RequestPermissionOutcome {
  return option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option.optionId };
}
