// Why a fetch failed, as a sentence that helps a model or a user to continue.
import { describeNetworkCode, errorCodeOf } from "@parley/base";
import { DestinationRefused } from "@parley/machine/network";
import { messageOf } from "../../text/sentences.ts";

export function describeFetchError(host: string, error: unknown): string {
  if (error instanceof DestinationRefused) return `${error.message}.`;
  const code = codeOf(error);
  if (code === undefined) return `Fetching from ${host} failed: ${messageOf(error)}.`;
  const isPacked = code.startsWith("Z_");
  const why = isPacked ? "the response is not compressed as declared" : describeNetworkCode(code);
  return `Fetching from ${host} failed: ${why ?? messageOf(error)} (${code}).`;
}

/** `node:http` throws its errors unwrapped. If several addresses were tried, the code of the first attempt. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return errorCodeOf(error);
}
