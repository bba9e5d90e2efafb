// Maps local errors to the wire errors that an agent gets.
import { RESOURCE_NOT_FOUND } from "@parley/acp";
import { asInvoked, isObject, ParleyError, type ErrorCode } from "@parley/base";
import type { Decision } from "@parley/policy";
import { ErrorCodes, RpcError } from "@parley/rpc";

/** Errors of the request; every other error is internal. */
const WIRE_CODES: Partial<Record<ErrorCode, number>> = {
  file_not_found: RESOURCE_NOT_FOUND,
  terminal_gone: RESOURCE_NOT_FOUND,
  file_denied: ErrorCodes.invalidRequest,
  policy_denied: ErrorCodes.invalidRequest,
  file_exists: ErrorCodes.invalidParams,
  file_is_binary: ErrorCodes.invalidParams,
  file_is_directory: ErrorCodes.invalidParams,
  file_is_special: ErrorCodes.invalidParams,
  file_outside: ErrorCodes.invalidParams,
  file_path_invalid: ErrorCodes.invalidParams,
  file_too_large: ErrorCodes.invalidParams,
  process_cwd_missing: ErrorCodes.invalidParams,
  process_not_executable: ErrorCodes.invalidParams,
  process_not_found: ErrorCodes.invalidParams,
  usage: ErrorCodes.invalidParams,
  request_cancelled: ErrorCodes.requestCancelled,
};

/** Agents look for these words, which they know from reading files themselves. */
const ERRNO_WORDS: Partial<Record<ErrorCode, string>> = {
  file_not_found: "Resource not found: ENOENT: no such file or directory",
  file_denied: "EACCES: permission denied",
  file_is_directory: "EISDIR: illegal operation on a directory",
  disk_full: "ENOSPC: no space left on device",
  process_not_found: "ENOENT: no such program",
};

/** Runs a handler and converts its error to a wire error. */
export async function answering<T>(about: { readonly path?: string }, handle: () => Promise<T>): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    throw toRpcError(error, about);
  }
}

function toRpcError(error: unknown, about: { readonly path?: string } = {}): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof Error && error.name === "AbortError") return RpcError.requestCancelled();
  if (!(error instanceof ParleyError)) return RpcError.internalError(error);
  const words = ERRNO_WORDS[error.code];
  const message = words === undefined ? error.message : `${words}: ${error.message}`;
  const data = { code: error.code, ...about, ...(error.remedy && { remedy: error.remedy.label }) };
  return new RpcError(WIRE_CODES[error.code] ?? ErrorCodes.internalError, message, data, error);
}

/** Names the rule and the remedy, so that the model can inform the user. */
export function denied({ reason, rule }: Pick<Decision, "reason" | "rule">): RpcError {
  const where = rule.layer === undefined ? rule.source : `${rule.source} of the ${rule.layer}`;
  const remedy =
    rule.source === "built-in"
      ? "Continue without it, or explain to the user what you need and why"
      : asInvoked("Continue without it; the user can change the rule (parley rules list)");
  const message = `Permission denied: ${reason} (${where}: ${rule.id}). ${remedy}`;
  return new RpcError(ErrorCodes.invalidRequest, message, { code: "policy_denied", rule, remedy });
}

export function rejected(reason: string | undefined): RpcError {
  const message = `Permission denied: ${reason ?? "the user rejected it"}. Do not try it again unless the user asks for it`;
  return new RpcError(ErrorCodes.invalidRequest, message, { code: "policy_denied", reason });
}

/** For the user who typed the command; the text above is for a model. */
export function deniedToPerson({ reason, rule }: Pick<Decision, "reason" | "rule">): ParleyError {
  const remedy = { label: `The rule is ${rule.id}; to change it`, command: "parley rules list" };
  return new ParleyError({ code: "policy_denied", message: `Not run: ${reason}`, remedy });
}

/** The user was asked about their own command. */
export function toPersonsError(error: unknown): unknown {
  if (!(error instanceof RpcError) || !isObject(error.data) || error.data["code"] !== "policy_denied") return error;
  return new ParleyError({
    code: "policy_denied",
    message: "The command was rejected, so it was not run",
    cause: error,
  });
}
