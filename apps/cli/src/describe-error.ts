// The one place where an error becomes text for users: what happened and what to do about it.
import { asInvoked, isObject, neutralLine, ParleyError, type Remedy } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { DETAILS_CHARS_MAX } from "./limits.ts";
import { codeInData, remedyInData } from "./error-data.ts";

export function describeError(error: unknown): string {
  if (error instanceof ParleyError) return `${withoutPointer(error)}${describeRemedy(error)}`;
  // A Parley server describes the error itself; the agent may not even have been started.
  if (error instanceof RpcError && codeInData(error) !== undefined) {
    return `${error.message}${describeRemedy({ remedy: remedyInData(error) })}`;
  }
  if (error instanceof RpcError)
    return `The agent answered with an error: ${error.message} (${error.code})${describeDetails(error)}`;
  return error instanceof Error ? `Unexpected error: ${error.message}` : String(error);
}

/** Errors of the hub start with the JSON pointer of the field; people get its plain name. */
function withoutPointer({ code, message }: ParleyError): string {
  return code === "bad_input" ? message.replace(/^\/[\w/-]+(?=: )/, (at) => at.slice(1).replaceAll("/", ".")) : message;
}

/** Agents that use the official library put the error into `details`, not into the message. */
function describeDetails({ data }: RpcError): string {
  const details = isObject(data) ? data["details"] : undefined;
  return typeof details === "string" && details !== "" ? `: ${neutralLine(details.slice(0, DETAILS_CHARS_MAX))}` : "";
}

function describeRemedy({ remedy }: { readonly remedy?: Remedy | undefined }): string {
  if (remedy === undefined) return "";
  const how = remedy.command ?? remedy.url;
  return asInvoked(how === undefined ? `\n${remedy.label}.` : `\n${remedy.label}: ${how}`);
}
