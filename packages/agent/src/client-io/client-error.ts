// Interprets the errors of clients, which report the same failure in different ways.
import { RESOURCE_NOT_FOUND } from "@parley/acp";
import { ParleyError, type ErrorCode } from "@parley/base";
import { ErrorCodes, RpcError } from "@parley/rpc";
import { CLIENT_WORDS_CHARS_MAX } from "../limits.ts";

const MISSING = /\bENOENT\b|not[ _-]?found|no such file|does(?: not|n't) exist|cannot find|could(?: not|n't) find/i;
const REFUSED = /permission|denied|reject|forbidden|not (?:allowed|permitted)|EACCES|EPERM|outside (?:of )?the/i;
/** Similar messages that are not about a file. */
const OTHER_MISSING = /\b(?:session|method|workspace|project)\b[^.:]{0,40}not[ _-]?found/i;

/** `-32601`: the method does not exist, even if it was announced. */
export function isMethodMissing(error: unknown): boolean {
  return error instanceof RpcError && error.code === ErrorCodes.methodNotFound;
}

/** A missing file or program. */
export function isMissing(error: unknown): boolean {
  if (error instanceof ParleyError) return error.code === "file_not_found";
  if (!(error instanceof RpcError) || isMethodMissing(error)) return false;
  const words = wordsOf(error);
  if (OTHER_MISSING.test(words)) return false;
  return error.code === RESOURCE_NOT_FOUND || MISSING.test(words);
}

/** Denied at the client, so it must not be done another way either. */
export function isRefused(error: unknown): boolean {
  return error instanceof RpcError && !isMissing(error) && REFUSED.test(wordsOf(error));
}

/** What the request is about, and the error codes for it. */
const FILE_CODES = { missing: "file_not_found", refused: "file_denied", other: "file_failed" } as const;
const COMMAND_CODES = { missing: "process_not_found", refused: "policy_denied", other: "process_failed" } as const;

/** `doing` is a verb such as "read" or "write". */
export function toClientError(error: unknown, doing: "read" | "write" | "run" | "look at", what: string): unknown {
  if (!(error instanceof RpcError)) return error;
  const code = codeOf(error, doing === "read" || doing === "write" ? FILE_CODES : COMMAND_CODES);
  if (code === "request_cancelled") return cancelled(`${doing} ${what}`);
  const message = `The client could not ${doing} ${what}: ${wordsOf(error).slice(0, CLIENT_WORDS_CHARS_MAX)}`;
  return new ParleyError({ code, message, cause: error, remedy: REMEDIES[code] ?? { label: "See the client's log" } });
}

export function cancelled(what: string): ParleyError {
  return new ParleyError({ code: "request_cancelled", message: `Cancelled: ${what}` });
}

const REMEDIES: Partial<Record<ErrorCode, { readonly label: string }>> = {
  file_not_found: { label: "Check the path" },
  file_denied: { label: "Allow it in the client, or continue without it" },
  policy_denied: { label: "Allow it in the client, or continue without it" },
  process_not_found: { label: "Check that it is installed" },
};

type Codes = typeof FILE_CODES | typeof COMMAND_CODES;

function codeOf(error: RpcError, codes: Codes): ErrorCode {
  if (error.code === ErrorCodes.requestCancelled) return "request_cancelled";
  if (isMissing(error)) return codes.missing;
  return isRefused(error) ? codes.refused : codes.other;
}

/** Many clients put the reason into `data` and say "Internal error". */
function wordsOf({ message, data }: RpcError): string {
  if (data === undefined || data === null) return message;
  const more = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
  return `${message} (${more})`;
}
