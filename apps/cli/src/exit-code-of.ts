// Maps the end of a turn or an error to the exit code.
import { AUTH_REQUIRED } from "@parley/acp";
import { ParleyError, type ErrorCode } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { codeInData } from "./error-data.ts";
import { ExitCodes, type ExitCode } from "./exit-codes.ts";

/** All other codes count as unexpected. */
const BY_ERROR: Partial<Record<ErrorCode, ExitCode>> = {
  usage: ExitCodes.usage,
  bad_config: ExitCodes.usage,
  bad_input: ExitCodes.usage,
  interaction_not_found: ExitCodes.usage,
  recipe_not_found: ExitCodes.usage,
  session_not_found: ExitCodes.usage,
  terminal_not_found: ExitCodes.usage,
  turn_not_found: ExitCodes.usage,
  process_cwd_missing: ExitCodes.usage,
  file_path_invalid: ExitCodes.usage,
  // A file that the command line named.
  file_not_found: ExitCodes.usage,
  file_exists: ExitCodes.usage,
  agent_not_found: ExitCodes.agentMissing,
  agent_disabled: ExitCodes.agentMissing,
  agent_spawn_failed: ExitCodes.agentMissing,
  agent_version: ExitCodes.agentMissing,
  server_not_found: ExitCodes.agentMissing,
  process_not_found: ExitCodes.agentMissing,
  process_not_executable: ExitCodes.agentMissing,
  sandbox_unavailable: ExitCodes.agentMissing,
  sign_in_needed: ExitCodes.signInNeeded,
  agent_crashed: ExitCodes.agentCrashed,
  process_exited: ExitCodes.agentCrashed,
  connection_closed: ExitCodes.agentCrashed,
  connection_failed: ExitCodes.agentCrashed,
  connection_overflow: ExitCodes.agentCrashed,
  limit_reached: ExitCodes.limit,
  request_cancelled: ExitCodes.cancelled,
  question_expired: ExitCodes.questionUnanswered,
};

const BY_STOP_REASON: Readonly<Record<string, ExitCode>> = {
  end_turn: ExitCodes.endTurn,
  max_tokens: ExitCodes.limit,
  max_turn_requests: ExitCodes.limit,
  refusal: ExitCodes.refusal,
  cancelled: ExitCodes.cancelled,
};

export function exitCodeOfError(error: unknown): ExitCode {
  if (error instanceof ParleyError) return exitCodeOfCode(error.code);
  if (!(error instanceof RpcError)) return ExitCodes.unexpected;
  if (error.code === AUTH_REQUIRED) return ExitCodes.signInNeeded;
  return exitCodeOfCode(codeInData(error));
}

function exitCodeOfCode(code: ErrorCode | undefined): ExitCode {
  return (code === undefined ? undefined : BY_ERROR[code]) ?? ExitCodes.unexpected;
}

export function exitCodeOfStop(stopReason: string): ExitCode {
  // An agent may give any word as its reason.
  return (Object.hasOwn(BY_STOP_REASON, stopReason) ? BY_STOP_REASON[stopReason] : undefined) ?? ExitCodes.unexpected;
}
