// What a client means when it refuses: clients say the same thing in many ways.
import { RESOURCE_NOT_FOUND } from "@parley/acp";
import { ParleyError, type ErrorCode } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import { CLIENT_WORDS_CHARS_MAX } from "./limits.ts";

const MISSING = /\bENOENT\b|not[ _-]?found|no such file|does(?: not|n't) exist|cannot find|could(?: not|n't) find/i;
const REFUSED = /permission|denied|reject|forbidden|not (?:allowed|permitted)|EACCES|EPERM|outside (?:of )?the/i;
/** The same words about something that is no file. */
const OTHER_MISSING = /\b(?:session|method|workspace|project)\b[^.:]{0,40}not[ _-]?found/i;

/** `-32601`: announced or not, it is not there. */
export function isMethodMissing(error: unknown): boolean {
  return error instanceof RpcError && error.code === ErrorCodes.methodNotFound;
}

/** There is no such file, or no such program. */
export function isMissing(error: unknown): boolean {
  if (error instanceof ParleyError) return error.code === "file_not_found";
  if (!(error instanceof RpcError) || isMethodMissing(error)) return false;
  const words = wordsOf(error);
  if (OTHER_MISSING.test(words)) return false;
  return error.code === RESOURCE_NOT_FOUND || MISSING.test(words);
}

/** Somebody at the client does not want it: then it must not be had another way either. */
export function isRefused(error: unknown): boolean {
  return error instanceof RpcError && !isMissing(error) && REFUSED.test(wordsOf(error));
}

/** `doing` as in "read", "write". */
export function toClientError(error: unknown, doing: string, what: string): unknown {
  if (!(error instanceof RpcError)) return error;
  const code = codeOf(error);
  if (code === "request_cancelled") return cancelled(`${doing} ${what}`);
  const message = `The client could not ${doing} ${what}: ${wordsOf(error).slice(0, CLIENT_WORDS_CHARS_MAX)}`;
  return new ParleyError({ code, message, cause: error, remedy: REMEDIES[code] ?? { label: "See the client's log" } });
}

export function cancelled(what: string): ParleyError {
  return new ParleyError({ code: "request_cancelled", message: `Cancelled: ${what}` });
}

const REMEDIES: Partial<Record<ErrorCode, { readonly label: string }>> = {
  file_not_found: { label: "Check the path" },
  file_denied: { label: "Allow it in the client, or do without" },
};

function codeOf(error: RpcError): ErrorCode {
  if (error.code === ErrorCodes.requestCancelled) return "request_cancelled";
  if (isMissing(error)) return "file_not_found";
  return isRefused(error) ? "file_denied" : "file_failed";
}

/** Many put what they mean into `data` and say "Internal error". */
function wordsOf({ message, data }: RpcError): string {
  if (data === undefined || data === null) return message;
  const more = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
  return `${message} (${more})`;
}
