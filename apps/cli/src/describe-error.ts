// The one place where an error becomes text for a person: what happened, and what to do about it.
import { ParleyError } from "@parley/base";
import { RpcError } from "@parley/rpc";

export function describeError(error: unknown): string {
  if (error instanceof ParleyError) return `${error.message}${describeRemedy(error)}`;
  if (error instanceof RpcError) return `The agent answered with an error: ${error.message} (${error.code})`;
  return error instanceof Error ? `Something unexpected went wrong: ${error.message}` : String(error);
}

function describeRemedy({ remedy }: ParleyError): string {
  if (remedy === undefined) return "";
  const how = remedy.command ?? remedy.url;
  return how === undefined ? `\n${remedy.label}.` : `\n${remedy.label}: ${how}`;
}
