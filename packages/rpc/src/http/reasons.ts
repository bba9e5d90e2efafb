// Messages for HTTP connections that failed to open or have ended.
import { ParleyError } from "@parley/base";
import { refusedWithStatus } from "../connect-failure.ts";
import type { Answer } from "./endpoint.ts";
import { isEnding, toFailure, type HttpFailure } from "./failure.ts";

export function notInitialized(): ParleyError {
  const message = "Over HTTP the first message of a connection must be the initialize request";
  return new ParleyError({ code: "not_initialized", message });
}

export function notAnEndpoint(place: string, how: string): ParleyError {
  const message = `${place} answered initialize ${how}: it is not an ACP endpoint, check the address`;
  return new ParleyError({ code: "connection_failed", message });
}

export function streamRefused(place: string, answer: Answer): ParleyError {
  if (isEnding(answer.status)) return refusedWithStatus(place, answer.status);
  return new ParleyError({ code: "connection_failed", message: toFailure("the event stream", answer).message });
}

export function streamBroken(place: string, cause: unknown): ParleyError {
  const message = `The connection to ${place} broke off: the server died or the network failed`;
  return new ParleyError({ code: "connection_closed", message, cause });
}

export function connectionLost(place: string, { message, status }: HttpFailure): ParleyError {
  const advice =
    status === 401 || status === 403
      ? `${place} no longer accepts our credentials: sign in again`
      : `${place} no longer knows this connection: it may have restarted, connect again`;
  return new ParleyError({ code: "connection_closed", message: `${advice}. ${message}` });
}

export function outboxFull(outboundBytesMax: number): ParleyError {
  const message = `The server is too slow: more than ${outboundBytesMax} bytes wait to be sent`;
  return new ParleyError({ code: "connection_overflow", message });
}
