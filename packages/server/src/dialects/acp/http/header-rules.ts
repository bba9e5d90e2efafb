// The rules of the two headers: which messages need a connection, which a session, and whether the two agree.
import { isObject } from "@parley/base";
import { isRequestId } from "@parley/rpc";
import { ACP_SESSION_ID_CHARS_MAX } from "../../../limits.ts";
import { sessionIdOf, type Routing, type Scope } from "./routing.ts";

export const CONNECTION_HEADER = "Acp-Connection-Id";
export const SESSION_HEADER = "Acp-Session-Id";

const SESSION_METHODS: ReadonlySet<string> = new Set([
  "session/cancel",
  "session/close",
  "session/delete",
  "session/fork",
  "session/load",
  "session/prompt",
  "session/resume",
  "session/set_config_option",
  "session/set_mode",
  "session/set_model",
]);

export interface ScopedMessage {
  readonly message: Readonly<Record<string, unknown>>;
  /** The value of the header. */
  readonly header: string | undefined;
  readonly routing: Routing;
}

/** The session that a message belongs to, or what is wrong with its header. */
export function scopeOf({
  message,
  header,
  routing,
}: ScopedMessage): { readonly scope: Scope } | { readonly wrong: string } {
  if (header !== undefined && header.length > ACP_SESSION_ID_CHARS_MAX)
    return { wrong: `${SESSION_HEADER} is too long` };
  const { method, params, id } = message;
  const isAnswer = typeof method !== "string";
  const named = isAnswer && isRequestId(id) ? routing.sessionOfAnswer(id) : sessionIdOf(params);
  const isNeeded = named !== undefined || (!isAnswer && SESSION_METHODS.has(method));
  if (isNeeded && header === undefined) return { wrong: `Missing ${SESSION_HEADER}` };
  if (named !== undefined && named !== header) return { wrong: `Mismatched ${SESSION_HEADER}` };
  return { scope: isNeeded ? header : undefined };
}

export function isInitialize(message: Readonly<Record<string, unknown>>): boolean {
  return message["method"] === "initialize" && isRequestId(message["id"]);
}

/** A request, a notification or an answer. */
export function isMessage(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value) || (value["jsonrpc"] !== undefined && value["jsonrpc"] !== "2.0")) return false;
  if (typeof value["method"] === "string") return value["id"] === undefined || isRequestId(value["id"]);
  return isRequestId(value["id"]) && ("result" in value || "error" in value);
}
