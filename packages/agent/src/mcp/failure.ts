// What went wrong with a server, as a person reads it. Knows errors by their shape, so that nothing has to be loaded for it.
import { findNetworkCode, isObject, ParleyError } from "@parley/base";

export interface ServerFailure {
  /** What happened, without a full stop. */
  readonly message: string;
  /** What a person can do about it. */
  readonly remedy?: string | undefined;
  /** Whether it may go away by itself: likely, perhaps for a server that has been there before, or not until a person does something. */
  readonly outlook: "passing" | "unclear" | "final";
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
  if (codeOf(error) === "REQUEST_TIMEOUT") return { message: "It did not answer in time", outlook: "unclear" };
  if (codeOf(error) === "CONNECTION_CLOSED") return { message: "The connection was closed", outlook: "passing" };
  const unreachable = networkCodeOf(error);
  if (unreachable !== undefined) return { message: `It cannot be reached (${unreachable})`, outlook: "passing" };
  return { message: error.message, outlook: "unclear" };
}

/** The status of an HTTP answer, however the error that came of it carries it. */
export function httpStatusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { data, code } = error as { readonly data?: unknown; readonly code?: unknown };
  const status = isObject(data) ? data["status"] : code;
  const told = typeof status === "number" ? status : Number(/\(HTTP (\d{3})\)/.exec(error.message)?.[1]);
  return told >= 300 && told < 600 ? told : undefined;
}

/** A program that ended may be started again; one that is not there, or settings that are wrong, stay so. */
function fromOwn({ code, message, remedy }: ParleyError): ServerFailure {
  const isFinal = code === "process_not_found" || code === "process_not_executable" || code === "bad_config";
  return { message, remedy: remedy?.label, outlook: isFinal ? "final" : "unclear" };
}

function fromStatus(status: number, error: unknown): ServerFailure {
  if (status === UNAUTHORIZED || status === FORBIDDEN) {
    const message = status === UNAUTHORIZED ? "It wants to know who you are (HTTP 401)" : "It refuses you (HTTP 403)";
    return { message, remedy: "Give it a valid Authorization header in its settings", outlook: "final" };
  }
  if (status === TOO_MANY || status >= SERVER_ERROR)
    return { message: `It answers HTTP ${status}`, outlook: "passing" };
  // Where it leads is in the error; it is not followed, because our headers are not meant for anybody else.
  const target = status < 400 && error instanceof Error ? /https?:\/\/\S+/.exec(error.message)?.[0] : undefined;
  const message = `It answers HTTP ${status}${target === undefined ? "" : `, and leads to ${target}`}`;
  return { message, remedy: "Check its address and its type: http or sse", outlook: "unclear" };
}

function codeOf(error: Error): string | undefined {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? code : undefined;
}

/** Some errors carry the code in their words alone. */
function networkCodeOf(error: Error): string | undefined {
  const told = /\b(ECONN[A-Z]+|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE)\b/.exec(error.message);
  const code = findNetworkCode(error) ?? told?.[0];
  return code ?? (/fetch failed|terminated|socket hang up|network/i.test(error.message) ? "network" : undefined);
}
