// What an error says about an agent or its session.
import { AUTH_REQUIRED } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { RpcError } from "@parley/rpc";

/** The agent runs but does not answer. */
export function isHung(error: unknown): boolean {
  return error instanceof ParleyError && error.code === "request_timeout";
}

/** The agent runs but does not know the session. Any other error is not about the session. */
export function isLost(error: unknown): boolean {
  if (error instanceof RpcError) return error.code !== AUTH_REQUIRED;
  return (
    error instanceof ParleyError && ["session_lost", "capability_missing", "session_not_found"].includes(error.code)
  );
}
