// Errors of the native API: a code, a sentence, and the field if one is invalid.
import { ParleyError, type Log, type Remedy } from "@parley/base";
import { RpcError } from "@parley/rpc";
import type { Context } from "hono";
import type { ServerEnv } from "../../http/dialect.ts";
import { statusOfError, type ErrorStatus } from "../../http/status-of-error.ts";
import { RETRY_AFTER_SECONDS } from "../../limits.ts";
import { describeField } from "../../operations/input/field-error.ts";

export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly field?: string | undefined;
  readonly remedy?: Remedy | undefined;
}

interface Answer {
  readonly status: ErrorStatus;
  readonly body: ErrorBody;
}

/** Undefined: an error that clients cannot act on or should not see. */
function describeError(error: unknown): Answer | undefined {
  if (error instanceof ParleyError) {
    const { code, remedy } = error;
    const { field, message } = describeField(error) ?? { field: "", message: error.message };
    const about = { ...(field !== "" && { field }), ...(remedy && { remedy }) };
    return { status: statusOfError(code), body: { code, message, ...about } };
  }
  // The agent refused the request.
  if (error instanceof RpcError) return { status: 502, body: { code: "agent_error", message: error.message } };
  return undefined;
}

/** For streams, where it is too late for a status. */
export function errorSentence(error: unknown, log: Log): ErrorBody {
  const answer = describeError(error);
  if (answer !== undefined) return answer.body;
  log.write("error", "A stream failed", {
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return { code: "internal", message: "Internal server error. See the server's log." };
}

/** Undefined: the server handles it. */
export function answerError(context: Context<ServerEnv>, error: unknown): Response | undefined {
  const answer = describeError(error);
  if (answer === undefined) return undefined;
  const { status, body } = answer;
  if (status === 429 || status === 503) context.header("Retry-After", String(RETRY_AFTER_SECONDS));
  return context.json({ ...body, requestId: context.get("requestId") }, status);
}
