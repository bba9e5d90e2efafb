// Maps errors of the hub to errors of A2A; each binding gives them its own format.
import {
  A2AError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
  type A2AErrorOptions,
} from "@a2a-js/sdk/errors";
import { ParleyError, type ErrorCode, type Log } from "@parley/base";
import { nameField, type FieldNames } from "../../http/field-names.ts";

/** Fields that have another name in the hub. */
const NAMES: FieldNames = {
  content: "message.parts",
  cursor: "pageToken",
  cwd: "metadata.cwd",
  id: "message.contextId",
  idempotencyKey: "message.messageId",
  optionId: "message.parts",
  prompt: "message.parts",
};

/** Refusals by the hub; any other error is internal, whatever its code. */
const REFUSALS: Readonly<Partial<Record<ErrorCode, new (options: A2AErrorOptions) => A2AError>>> = {
  turn_not_found: TaskNotFoundError,
  interaction_not_found: TaskNotFoundError,
  turn_over: TaskNotCancelableError,
  bad_input: RequestMalformedError,
  idempotency_conflict: RequestMalformedError,
  file_path_invalid: RequestMalformedError,
  process_cwd_missing: RequestMalformedError,
  usage: RequestMalformedError,
  session_not_found: RequestMalformedError,
  session_exists: RequestMalformedError,
  agent_not_found: RequestMalformedError,
  agent_disabled: RequestMalformedError,
  turn_state: UnsupportedOperationError,
  interaction_over: UnsupportedOperationError,
  session_busy: UnsupportedOperationError,
  capability_missing: UnsupportedOperationError,
  forbidden: UnsupportedOperationError,
  policy_denied: UnsupportedOperationError,
};

export function toA2aError(error: unknown, log: Log): A2AError {
  if (error instanceof A2AError) return error;
  if (!(error instanceof ParleyError)) {
    // Internal errors go to the server's log, not to the client.
    log.write("error", "an A2A call failed", {
      error: error instanceof Error ? (error.stack ?? error.message) : error,
    });
    return new A2AError({ message: "Internal server error; see the server's log", cause: error });
  }
  const { code } = error;
  // Turns are the tasks of A2A.
  const message = nameField(error, NAMES)?.message ?? error.message.replace(/^(The t|T)urn /, asTask);
  const options = { message, cause: error, metadata: { code } };
  const Refusal = REFUSALS[code];
  if (Refusal !== undefined) return new Refusal(options);
  log.write("warn", "an A2A call failed", { code, error: message });
  return new A2AError(options);
}

function asTask(_: string, start: string): string {
  return start === "T" ? "Task " : "The task ";
}

/** Runs a method; its errors become A2A errors. */
export async function asA2aErrors<Result>(log: Log, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw toA2aError(error, log);
  }
}
