// The one place where an error of the hub becomes one of JSON-RPC.
import { AUTH_REQUIRED, RESOURCE_NOT_FOUND, type EventError } from "@parley/acp";
import { ERROR_CODES, ParleyError, type ErrorCode } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import { nameField, type FieldNames } from "../../http/field-names.ts";

/** What the hub calls otherwise. */
const NAMES: FieldNames = { additionalFolders: "additionalDirectories" };

/** Anything else than a ParleyError comes back as it is: the connection answers it with −32603 and reports it. */
export function toRpcError(error: unknown): unknown {
  if (!(error instanceof ParleyError)) return error;
  const { code, remedy } = error;
  const named = nameField(error, NAMES);
  const data = { code, ...(named && { field: named.field }), ...(remedy && { remedy }) };
  return new RpcError(toRpcCode(code), named?.message ?? error.message, data, error);
}

/** What ended a turn: a number is the agent's own code. */
export function toTurnError({ code, message }: EventError): RpcError {
  if (typeof code === "number") return new RpcError(code, message);
  return new RpcError(isErrorCode(code) ? toRpcCode(code) : ErrorCodes.internalError, message, { code });
}

/** Runs a handler, its errors in the words of the protocol. */
export async function answering<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toRpcError(error);
  }
}

function isErrorCode(code: string): code is ErrorCode {
  return (ERROR_CODES as readonly string[]).includes(code);
}

// Without a default branch: a new code must be given its place here.
function toRpcCode(code: ErrorCode): number {
  switch (code) {
    case "session_not_found":
    case "file_not_found":
    case "turn_not_found":
    case "interaction_not_found":
    case "recipe_not_found":
      return RESOURCE_NOT_FOUND;
    case "sign_in_needed":
      return AUTH_REQUIRED;
    case "bad_input":
    case "agent_not_found":
    case "agent_disabled":
    case "file_path_invalid":
    case "process_cwd_missing":
    case "session_exists":
    case "usage":
      return ErrorCodes.invalidParams;
    case "not_initialized":
    case "message_too_large":
    case "invalid_message":
      return ErrorCodes.invalidRequest;
    case "request_cancelled":
      return ErrorCodes.requestCancelled;
    case "agent_busy":
    case "agent_crashed":
    case "agent_install_failed":
    case "agent_spawn_failed":
    case "agent_version":
    case "answer_lost":
    case "bad_config":
    case "capability_missing":
    case "connection_closed":
    case "connection_failed":
    case "connection_overflow":
    case "disk_full":
    case "file_denied":
    case "file_exists":
    case "file_failed":
    case "file_is_binary":
    case "file_is_directory":
    case "file_is_special":
    case "file_outside":
    case "file_too_large":
    case "interaction_over":
    case "invalid_event":
    case "limit_reached":
    case "plan_failed":
    case "policy_denied":
    case "process_exited":
    case "process_failed":
    case "process_not_executable":
    case "process_not_found":
    case "question_expired":
    case "registry_unavailable":
    case "request_timeout":
    case "sandbox_unavailable":
    case "server_draining":
    case "server_not_found":
    case "session_busy":
    case "session_lost":
    case "snapshot_damaged":
    case "snapshot_not_found":
    case "store_failed":
    case "store_locked":
    case "terminal_gone":
    case "turn_over":
    case "turn_state":
      return ErrorCodes.internalError;
  }
}
