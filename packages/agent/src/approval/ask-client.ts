// Sends a permission request to the client, records question and answer, and checks the answer against the options.
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
import { APPROVAL_REASON_CHARS_MAX } from "../limits.ts";

/** The only request that an approver sends to the client. */
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
  /** The part of the call that is recorded, where the log already has the rest. */
  readonly recorded?: ToolCallUpdate | undefined;
  /** For Parley's own clients: why the question is asked. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/** Never rejects: if the client cannot ask, the answer is no. */
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
    // Our own tool calls have no unknown variants.
    const asked = asking.requestPermission(request as Known<RequestPermissionRequest>, signal);
    const response = await untilAborted(asked, signal);
    return response === ABORTED ? CANCELLED : check(response.outcome, options);
  } catch (cause) {
    asking.log.write("warn", "a permission request failed, so the call is denied", { cause });
    const why = messageOf(cause).slice(0, APPROVAL_REASON_CHARS_MAX);
    return { option: undefined, isCancelled: false, by: "error", reason: `The client could not ask the user: ${why}` };
  }
}

/** Identified by `optionId` alone: options may share a kind or a name. */
function check(outcome: RequestPermissionOutcome, options: readonly PermissionOption[]): PersonAnswer {
  if (outcome.outcome === "cancelled") return CANCELLED;
  const chosen = outcome.outcome === "selected" ? outcome.optionId : undefined;
  const option = options.find(({ optionId }) => optionId === chosen);
  if (option !== undefined) return { option, isCancelled: false, by: "user" };
  const said = JSON.stringify(chosen ?? null).slice(0, APPROVAL_REASON_CHARS_MAX);
  const reason = `The client answered ${said}, which is not one of the options`;
  return { option: undefined, isCancelled: false, by: "invalid", reason };
}

function toOutcome({ option }: PersonAnswer): RequestPermissionOutcome {
  return option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option.optionId };
}
