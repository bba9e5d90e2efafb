// The error codes that ACP adds to those of JSON-RPC.
import { RpcError } from "@parley/rpc";

export const AUTH_REQUIRED = -32000;
export const RESOURCE_NOT_FOUND = -32002;

export function authRequired(message = "Authentication required"): RpcError {
  return new RpcError(AUTH_REQUIRED, message);
}

export function sessionNotFound(sessionId: string): RpcError {
  return new RpcError(RESOURCE_NOT_FOUND, `Session not found: ${sessionId}`, { sessionId });
}
