// The only place that converts errors of the hub to JSON-RPC errors.
import { AUTH_REQUIRED, RESOURCE_NOT_FOUND, type EventError } from "@parley/acp";
import { ERROR_CODES, ParleyError, type ErrorCode } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import { nameField, type FieldNames } from "../../http/field-names.ts";
import { describeField, FieldError } from "../../operations/input/field-error.ts";

/** Fields that have another name in the hub. */
const NAMES: FieldNames = {
  additionalFolders: "additionalDirectories",
  extensions: "mcpServers",
  idempotencyKey: "_meta.parley.idempotencyKey",
};

/** Any error other than a ParleyError is returned unchanged; the connection answers it with −32603 and reports it. */
export function toRpcError(error: unknown): unknown {
  if (!(error instanceof ParleyError)) return error;
  const { code, remedy } = error;
  const named = error instanceof FieldError ? describeField(error) : nameField(error, NAMES);
  const data = { code, ...(named && { field: named.field }), ...(remedy && { remedy }) };
  return new RpcError(toRpcCode(code), named?.message ?? error.message, data, error);
}

/** Like `toRpcError`, with the contract's field names. */
export function toOperationError(error: unknown): unknown {
  // The agent's own code would have a different meaning on this connection.
  if (error instanceof RpcError)
    return new RpcError(ErrorCodes.internalError, error.message, { code: "agent_error" }, error);
  if (!(error instanceof ParleyError)) return error;
  const { code, remedy } = error;
  const { field, message } = describeField(error) ?? { field: "", message: error.message };
  const data = { code, ...(field !== "" && { field }), ...(remedy && { remedy }) };
  return new RpcError(toRpcCode(code), message, data, error);
}

/** The error that ended a turn; a number is the agent's own code. */
export function toTurnError({ code, message }: EventError): RpcError {
  if (typeof code === "number") return new RpcError(code, message);
  const isCallers = isErrorCode(code) && !OF_AGENT.has(code);
  return new RpcError(isCallers ? toRpcCode(code) : ErrorCodes.internalError, message, { code });
}

/** These are about the agent's messages, so the caller's request is not at fault. */
const OF_AGENT: ReadonlySet<string> = new Set<ErrorCode>(["invalid_message", "message_too_large"]);

/** Runs a handler and converts its errors to the protocol's. */
export async function asRpcErrors<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toRpcError(error);
  }
}

function isErrorCode(code: string): code is ErrorCode {
  return (ERROR_CODES as readonly string[]).includes(code);
}

/** Exhaustive: a new code does not compile without its row. */
const CODES: Readonly<Record<ErrorCode, number>> = {
  agent_busy: ErrorCodes.internalError,
  agent_crashed: ErrorCodes.internalError,
  agent_disabled: ErrorCodes.invalidParams,
  agent_install_failed: ErrorCodes.internalError,
  agent_not_found: ErrorCodes.invalidParams,
  agent_spawn_failed: ErrorCodes.internalError,
  agent_version: ErrorCodes.internalError,
  answer_lost: ErrorCodes.internalError,
  bad_config: ErrorCodes.internalError,
  bad_input: ErrorCodes.invalidParams,
  capability_missing: ErrorCodes.internalError,
  connection_closed: ErrorCodes.internalError,
  connection_failed: ErrorCodes.internalError,
  connection_overflow: ErrorCodes.internalError,
  disk_full: ErrorCodes.internalError,
  file_denied: ErrorCodes.internalError,
  file_exists: ErrorCodes.internalError,
  file_failed: ErrorCodes.internalError,
  file_is_binary: ErrorCodes.internalError,
  file_is_directory: ErrorCodes.internalError,
  file_is_special: ErrorCodes.internalError,
  file_not_found: RESOURCE_NOT_FOUND,
  file_outside: ErrorCodes.internalError,
  file_path_invalid: ErrorCodes.invalidParams,
  file_too_large: ErrorCodes.internalError,
  folder_unavailable: ErrorCodes.internalError,
  forbidden: ErrorCodes.invalidParams,
  idempotency_conflict: ErrorCodes.invalidParams,
  interaction_not_found: RESOURCE_NOT_FOUND,
  interaction_over: ErrorCodes.internalError,
  invalid_event: ErrorCodes.internalError,
  invalid_message: ErrorCodes.invalidRequest,
  job_not_found: RESOURCE_NOT_FOUND,
  limit_reached: ErrorCodes.internalError,
  message_too_large: ErrorCodes.invalidRequest,
  node_not_found: RESOURCE_NOT_FOUND,
  not_initialized: ErrorCodes.invalidRequest,
  plan_failed: ErrorCodes.internalError,
  policy_denied: ErrorCodes.internalError,
  process_cwd_missing: ErrorCodes.invalidParams,
  process_exited: ErrorCodes.internalError,
  process_failed: ErrorCodes.internalError,
  process_not_executable: ErrorCodes.internalError,
  process_not_found: ErrorCodes.internalError,
  question_expired: ErrorCodes.internalError,
  recipe_not_found: RESOURCE_NOT_FOUND,
  registry_unavailable: ErrorCodes.internalError,
  request_cancelled: ErrorCodes.requestCancelled,
  request_timeout: ErrorCodes.internalError,
  sandbox_unavailable: ErrorCodes.internalError,
  server_draining: ErrorCodes.internalError,
  server_not_found: ErrorCodes.internalError,
  session_busy: ErrorCodes.internalError,
  session_exists: ErrorCodes.invalidParams,
  session_lost: ErrorCodes.internalError,
  session_not_found: RESOURCE_NOT_FOUND,
  sign_in_needed: AUTH_REQUIRED,
  snapshot_damaged: ErrorCodes.internalError,
  snapshot_not_found: ErrorCodes.internalError,
  store_failed: ErrorCodes.internalError,
  store_locked: ErrorCodes.internalError,
  terminal_gone: ErrorCodes.internalError,
  terminal_not_found: RESOURCE_NOT_FOUND,
  turn_not_found: RESOURCE_NOT_FOUND,
  turn_over: ErrorCodes.internalError,
  turn_state: ErrorCodes.internalError,
  usage: ErrorCodes.invalidParams,
};

function toRpcCode(code: ErrorCode): number {
  return CODES[code];
}
