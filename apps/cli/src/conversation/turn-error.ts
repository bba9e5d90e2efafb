// The error of a failed turn, as the commands report it.
import type { EventError } from "@parley/acp";
import { ERROR_CODES, ParleyError, type ErrorCode } from "@parley/base";
import { RpcError } from "@parley/rpc";

export function toTurnError(
  { code, message }: EventError = { code: "agent_crashed", message: "The turn failed" },
): ParleyError | RpcError {
  if (typeof code === "number") return new RpcError(code, message);
  // A turn's record contains no remedy.
  if (code === "disk_full") return new ParleyError({ code, message, remedy: { label: "Free some disk space" } });
  return new ParleyError({ code: isErrorCode(code) ? code : "agent_crashed", message });
}

function isErrorCode(code: string): code is ErrorCode {
  return (ERROR_CODES as readonly string[]).includes(code);
}
