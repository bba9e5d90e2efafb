// Messages for the end of a WebSocket.
import { ParleyError, type ErrorCode, isObject } from "@parley/base";

/** Codes of RFC 6455 §7.4.1 and its registry; 1000 and 1005 (no code) are clean closes. */
const meanings: Readonly<Record<number, string>> = {
  1001: "The other side is going away: a server that shuts down or a page that is left",
  1002: "The other side ended the connection because of a protocol error",
  1003: "The other side does not accept this kind of data",
  1006: "The connection broke off: the other side died or the network failed",
  1007: "The other side could not read a message as text",
  1008: "The other side ended the connection because a limit or a rule was violated",
  1009: "A message was too large for the other side",
  1010: "The other side lacks a WebSocket extension",
  1011: "The other side ended the connection because of an internal error",
  1012: "The other side is restarting",
  1013: "The other side is overloaded: try again later",
  1014: "A gateway on the way got no valid answer",
  1015: "The TLS handshake failed",
};

/** Undefined for a clean close. */
export function toCloseReason(code: number, text: string, cause: unknown): ParleyError | undefined {
  if (code === 1000 || code === 1005) return undefined;
  const said = text === "" ? "" : `: ${text}`;
  const message = `${meanings[code] ?? "The other side ended the connection"} (WebSocket close code ${code})${said}`;
  const errorCode: ErrorCode = code === 1009 ? "message_too_large" : "connection_closed";
  return new ParleyError({ code: errorCode, message, cause });
}

/** The reason if `ws` rejected the other side's frames; otherwise undefined. */
export function toFrameFault(error: unknown, lineBytesMax: number): ParleyError | undefined {
  const code = isObject(error) ? error["code"] : undefined;
  if (typeof code !== "string" || !code.startsWith("WS_ERR_")) return undefined;
  if (code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH") {
    const message = `The other side sent a message over the limit of ${lineBytesMax} bytes; the connection was ended`;
    return new ParleyError({ code: "message_too_large", message, cause: error });
  }
  const text = error instanceof Error ? error.message : code;
  const message = `The other side broke the WebSocket protocol: ${text}`;
  return new ParleyError({ code: "connection_closed", message, cause: error });
}
