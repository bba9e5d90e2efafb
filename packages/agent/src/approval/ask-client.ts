// Asks the user through a permission request to the client.
import type {
  ClientConnection,
  Known,
  PermissionOption,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionEventBody,
  ToolCallUpdate,
} from "@parley/acp";
import type { Clock, Log } from "@parley/base";
import { askPerson, type PersonAnswer } from "@parley/home/judge";

/** The only request that an approver sends to the client. */
export type RequestPermission = (
  request: Known<RequestPermissionRequest>,
  signal: AbortSignal,
) => Promise<RequestPermissionResponse>;

export function permissionsThrough(client: Pick<ClientConnection, "request">): RequestPermission {
  return (request, signal) => client.request("session/request_permission", request, { signal });
}

export interface ClientAsking {
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
export function askClient(
  { requestPermission, sessionId, ...asking }: ClientAsking,
  { toolCall, options, meta, recorded = toolCall }: ClientQuestion,
  signal: AbortSignal,
): Promise<PersonAnswer> {
  const request = { sessionId, toolCall, options, ...(meta && { _meta: meta }) };
  // Our own tool calls have no unknown variants.
  const put = (): Promise<RequestPermissionResponse> =>
    requestPermission(request as Known<RequestPermissionRequest>, signal);
  return askPerson({ ...asking, signal }, { toolCall: recorded, options, put });
}
