// Handles a message that the server did not accept.
import { isObject } from "@parley/base";
import { failedToConnect } from "../connect-failure.ts";
import { ERROR_BODY_BYTES } from "../limits.ts";
import { type ErrorMessage, type RequestId } from "../message.ts";
import { ErrorCodes } from "../rpc-error.ts";
import type { Answer } from "./endpoint.ts";

export interface HttpFailure {
  readonly message: string;
  /** Undefined if there was no answer. */
  readonly status: number | undefined;
  readonly body: string;
}

/** With these, the server no longer knows this connection, or never will: no more can be sent. */
const ENDING: ReadonlySet<number> = new Set([401, 403, 404, 410]);

export function isEnding(status: number): boolean {
  return ENDING.has(status);
}

export function toFailure(what: string, { status, headers, text, isOk }: Answer): HttpFailure {
  const body = text.slice(0, ERROR_BODY_BYTES);
  const got = isOk ? `${status} with ${headers.get("content-type") ?? "no content type"}` : String(status);
  const said = body === "" ? "" : `: ${body.slice(0, 200)}`;
  return { message: `The server did not accept ${what} (HTTP ${got})${said}`, status, body };
}

export function toSilence(what: string, place: string, cause: unknown): HttpFailure {
  const message = `${what} could not be delivered. ${failedToConnect(place, cause).message}`;
  return { message, status: undefined, body: "" };
}

/** An error answer to the request that was not delivered. With id null it only reports. */
export function toErrorMessage(id: RequestId, { message, status, body }: HttpFailure): ErrorMessage {
  const data = status === undefined ? {} : { data: { status, body } };
  return { jsonrpc: "2.0", id, error: { code: ErrorCodes.internalError, message, ...data } };
}

/** Some servers put the JSON-RPC answer into the body of the error itself. */
export function findAnswer(text: string, id: RequestId): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && value["id"] === id && isObject(value["error"]) ? value : undefined;
  } catch {
    return undefined; // An error page, not an answer.
  }
}
