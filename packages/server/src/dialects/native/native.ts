// Shared state of the native API's routes.
import { toActor } from "../../auth/actor.ts";
import { ownKey } from "../../auth/own-key.ts";
import type { DialectOptions, ServerEnv } from "../../http/dialect.ts";
import type { Context } from "hono";
import type { Call } from "../../operations/call.ts";
import type { OpenStreams } from "./stream/open-streams.ts";

export interface Native extends Omit<DialectOptions, "openEventStream" | "draining"> {
  readonly streams: OpenStreams;
}

/** Converts a request to a call. */
export function toCall({ hub, clock, baseUrl, server }: Native, context: Context<ServerEnv>): Call {
  const caller = context.get("caller");
  const idempotencyKey = ownKey(caller, context.req.header("Idempotency-Key"));
  return { hub, clock, baseUrl, server, caller, actor: toActor(caller, "api"), idempotencyKey };
}
