// What the process says when it ends; scripts rely on these.
import { ParleyError, type ErrorCode } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { AUTH_REQUIRED } from "@parley/acp";

export const ExitCodes = {
  endTurn: 0,
  unexpected: 1,
  usage: 2,
  agentMissing: 3,
  signInNeeded: 4,
  agentCrashed: 5,
  refusal: 6,
  limit: 7,
  nobodyToAsk: 8,
  cancelled: 130,
} as const;

const BY_ERROR: Partial<Record<ErrorCode, number>> = {
  usage: ExitCodes.usage,
  bad_config: ExitCodes.usage,
  agent_not_found: ExitCodes.agentMissing,
  agent_spawn_failed: ExitCodes.agentMissing,
  agent_version: ExitCodes.agentMissing,
  agent_crashed: ExitCodes.agentCrashed,
  connection_closed: ExitCodes.agentCrashed,
  connection_failed: ExitCodes.agentCrashed,
  request_cancelled: ExitCodes.cancelled,
};

const BY_STOP_REASON: Readonly<Record<string, number>> = {
  end_turn: ExitCodes.endTurn,
  max_tokens: ExitCodes.limit,
  max_turn_requests: ExitCodes.limit,
  refusal: ExitCodes.refusal,
  cancelled: ExitCodes.cancelled,
};

export function exitCodeOfError(error: unknown): number {
  if (error instanceof ParleyError) return BY_ERROR[error.code] ?? ExitCodes.unexpected;
  if (error instanceof RpcError && error.code === AUTH_REQUIRED) return ExitCodes.signInNeeded;
  return ExitCodes.unexpected;
}

export function exitCodeOfStop(stopReason: string): number {
  return BY_STOP_REASON[stopReason] ?? ExitCodes.unexpected;
}
