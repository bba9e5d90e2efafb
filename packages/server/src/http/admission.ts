// The state of an admitted request, from the gate to the last byte of its response.
import type { Context } from "hono";
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { BodyReservation } from "./body-budget.ts";
import type { Caller, ServerEnv } from "./dialect.ts";

export interface Admission {
  readonly requestId: string;
  /** Monotonic milliseconds. */
  readonly startMs: number;
  /** Undefined until the request is authenticated. */
  caller: Caller | undefined;
  /** The memory that its body may take. */
  body: BodyReservation | undefined;
  /** Set once it has reached a route. */
  context: Context<ServerEnv> | undefined;
  /** It is answered by an event stream. */
  isStream: boolean;
}

/** Stored on the request itself, because a weak map for every request would burden the garbage collector. */
const ADMISSION = Symbol("admission");

interface Carrier {
  [ADMISSION]?: Admission;
}

export function beginAdmission(incoming: IncomingMessage & Carrier): Admission {
  const admission: Admission = {
    requestId: requestIdOf(incoming),
    startMs: performance.now(),
    caller: undefined,
    body: undefined,
    context: undefined,
    isStream: false,
  };
  incoming[ADMISSION] = admission;
  return admission;
}

export function admissionOf(incoming: IncomingMessage & Carrier): Admission | undefined {
  return incoming[ADMISSION];
}

/** The path of a request as sent, without its query. */
export function pathOf({ url = "/" }: IncomingMessage): string {
  const at = url.indexOf("?");
  return at === -1 ? url : url.slice(0, at);
}

/** Identifies this process, so that the ids of two processes never collide in one log. */
const ID_PREFIX = randomBytes(6).toString("hex");
let idCount = 0;

/** The client's own id, if it is safe for a log. */
function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers["x-request-id"];
  if (typeof sent === "string" && /^[\w.-]{1,64}$/.test(sent)) return sent;
  idCount += 1;
  return `${ID_PREFIX}-${idCount.toString(36)}`;
}
