// Puts a permission question to whoever is at the client and takes the answer: recorded, checked against what was offered.
import type {
  ClientConnection,
  Known,
  PermissionOption,
  RequestPermissionOutcome,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionEventBody,
  ToolCallUpdate,
} from "@parley/acp";
import { createId, type Clock, type Log, ABORTED, untilAborted } from "@parley/base";
import type { PersonAnswer } from "@parley/home/judge";
import { messageOf } from "../text/sentences.ts";
import { REASON_CHARS_MAX } from "./limits.ts";

/** The one call that a approver makes to the client. */
export type RequestPermission = (
  request: Known<RequestPermissionRequest>,
  signal: AbortSignal,
) => Promise<RequestPermissionResponse>;

export function permissionsThrough(client: Pick<ClientConnection, "request">): RequestPermission {
  return (request, signal) => client.request("session/request_permission", request, { signal });
}

export interface Asking {
  readonly requestPermission: RequestPermission;
  readonly sessionId: string;
  readonly record: (body: SessionEventBody) => void;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ClientQuestion {
  readonly toolCall: ToolCallUpdate;
  readonly options: readonly PermissionOption[];
  /** What is recorded of the call, where the log has the rest of it already. */
  readonly recorded?: ToolCallUpdate | undefined;
  /** For clients that know us: why it is asked. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** Never rejects: a client that cannot be asked is an answer too, and it is no. */
export async function askClient(asking: Asking, question: ClientQuestion, signal: AbortSignal): Promise<PersonAnswer> {
  const { record, clock } = asking;
  const { options, recorded: toolCall = question.toolCall } = question;
  const interactionId = createId(clock);
  record({ type: "permission_asked", interactionId, toolCall, options });
  const answer = await take(asking, question, signal);
  const { by, reason } = answer;
  record({ type: "permission_answered", interactionId, outcome: toOutcome(answer), by, reason });
  return answer;
}

const CANCELLED: PersonAnswer = { option: undefined, isCancelled: true, by: "cancel" };

async function take(asking: Asking, question: ClientQuestion, signal: AbortSignal): Promise<PersonAnswer> {
  if (signal.aborted) return CANCELLED;
  const { toolCall, options, meta } = question;
  const request = { sessionId: asking.sessionId, toolCall, options, ...(meta && { _meta: meta }) };
  try {
    // What we announced ourselves has no unknown variants.
    const asked = asking.requestPermission(request as Known<RequestPermissionRequest>, signal);
    const response = await untilAborted(asked, signal);
    return response === ABORTED ? CANCELLED : check(response.outcome, options);
  } catch (cause) {
    asking.log.write("warn", "A permission question was not answered, so the answer is no", { cause });
    const why = messageOf(cause).slice(0, REASON_CHARS_MAX);
    return { option: undefined, isCancelled: false, by: "error", reason: `Nobody could be asked: ${why}` };
  }
}

/** Told apart by `optionId` alone: two options may have the same kind, or the same name. */
function check(outcome: RequestPermissionOutcome, options: readonly PermissionOption[]): PersonAnswer {
  if (outcome.outcome === "cancelled") return CANCELLED;
  const chosen = outcome.outcome === "selected" ? outcome.optionId : undefined;
  const option = options.find(({ optionId }) => optionId === chosen);
  if (option !== undefined) return { option, isCancelled: false, by: "user" };
  const said = JSON.stringify(chosen ?? null).slice(0, REASON_CHARS_MAX);
  const reason = `The client answered ${said}, which was not among the options`;
  return { option: undefined, isCancelled: false, by: "invalid", reason };
}

function toOutcome({ option }: PersonAnswer): RequestPermissionOutcome {
  return option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option.optionId };
}
