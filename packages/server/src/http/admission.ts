// What is known of a request that was let in, from the gate to the last byte of its answer.
import { createId } from "@parley/base";
import type { Context } from "hono";
import type { IncomingMessage } from "node:http";
import type { Caller, ServerEnv } from "./dialect.ts";

export interface Admission {
  readonly requestId: string;
  /** Milliseconds that never step back. */
  readonly startMs: number;
  /** Unknown as long as nobody was let in. */
  caller: Caller | undefined;
  /** Once it has reached a route. */
  context: Context<ServerEnv> | undefined;
}

const admissions = new WeakMap<IncomingMessage, Admission>();

export function beginAdmission(incoming: IncomingMessage): Admission {
  const admission: Admission = {
    requestId: requestIdOf(incoming),
    startMs: performance.now(),
    caller: undefined,
    context: undefined,
  };
  admissions.set(incoming, admission);
  return admission;
}

export function admissionOf(incoming: IncomingMessage): Admission | undefined {
  return admissions.get(incoming);
}

/** The client's own, if it is one that can stand in a log. */
function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers["x-request-id"];
  return typeof sent === "string" && /^[\w.-]{1,64}$/.test(sent) ? sent : createId();
}
