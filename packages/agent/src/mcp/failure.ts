// Describes the failure of a server for the user. Recognises errors by their shape, so that nothing needs to be loaded.
import { findNetworkCode, isObject, ParleyError } from "@parley/base";

export interface ServerFailure {
  /** What happened, without a full stop. */
  readonly message: string;
  /** What the user can do about it. */
  readonly remedy?: string | undefined;
  /** Whether a retry may help: likely, possibly for a server that worked before, or only after the user fixes something. */
  readonly outlook: "passing" | "unclear" | "final";
  /** The user has to sign in first. */
  readonly needsSignIn?: boolean | undefined;
}

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const TOO_MANY = 429;
const SERVER_ERROR = 500;

export function toServerFailure(error: unknown): ServerFailure {
  if (error instanceof ParleyError) return fromOwn(error);
  const status = httpStatusOf(error);
  if (status !== undefined) return fromStatus(status, error);
  if (!(error instanceof Error)) return { message: String(error), outlook: "unclear" };
  if (codeOf(error) === "REQUEST_TIMEOUT") return { message: "It did not respond in time", outlook: "unclear" };
  if (codeOf(error) === "CONNECTION_CLOSED") return { message: "The connection was closed", outlook: "passing" };
  const unreachable = networkCodeOf(error);
  if (unreachable !== undefined) return { message: `It is unreachable (${unreachable})`, outlook: "passing" };
  return { message: error.message, outlook: "unclear" };
}

/** The HTTP status, wherever the error carries it. */
export function httpStatusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { data, code } = error as { readonly data?: unknown; readonly code?: unknown };
  const status = isObject(data) ? data["status"] : code;
  const found = typeof status === "number" ? status : Number(/\(HTTP (\d{3})\)/.exec(error.message)?.[1]);
  return found >= 300 && found < 600 ? found : undefined;
}

/** A process that exited may be restarted; a missing program or invalid settings need the user. */
function fromOwn({ code, message, remedy }: ParleyError): ServerFailure {
  if (code === "sign_in_needed") return { message, remedy: remedy?.label, outlook: "final", needsSignIn: true };
  const isFinal = code === "process_not_found" || code === "process_not_executable" || code === "bad_config";
  return { message, remedy: remedy?.label, outlook: isFinal ? "final" : "unclear" };
}

function fromStatus(status: number, error: unknown): ServerFailure {
  if (status === UNAUTHORIZED || status === FORBIDDEN) {
    const message = status === UNAUTHORIZED ? "It requires authentication (HTTP 401)" : "It denied access (HTTP 403)";
    return { message, remedy: "Set a valid Authorization header in its settings", outlook: "final" };
  }
  if (status === TOO_MANY || status >= SERVER_ERROR)
    return { message: `It responded with HTTP ${status}`, outlook: "passing" };
  // Redirects are reported, not followed, because our headers are meant for this server only.
  const target = status < 400 && error instanceof Error ? /https?:\/\/\S+/.exec(error.message)?.[0] : undefined;
  const message = `It responded with HTTP ${status}${target === undefined ? "" : `, and leads to ${target}`}`;
  return { message, remedy: "Check its URL and its type: http or sse", outlook: "unclear" };
}

function codeOf(error: Error): string | undefined {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? code : undefined;
}

/** Some errors have the code in the message only. */
function networkCodeOf(error: Error): string | undefined {
  const found = /\b(ECONN[A-Z]+|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE)\b/.exec(error.message);
  const code = findNetworkCode(error) ?? found?.[0];
  return code ?? (/fetch failed|terminated|socket hang up|network/i.test(error.message) ? "network" : undefined);
}
