// What a handler of an operation works with, whichever door the call came through.
import type { EventActor } from "@parley/acp";
import type { Clock } from "@parley/base";
import type { Hub } from "@parley/hub";
import type { Caller } from "../http/dialect.ts";
import type { ServerFacts } from "../http/server-facts.ts";

/** The same for all calls. */
export interface OperationContext {
  readonly hub: Hub;
  readonly clock: Clock;
  /** As clients reach the server, without a slash at the end. */
  readonly baseUrl: () => string;
  readonly server: ServerFacts;
}

export interface Call extends OperationContext {
  readonly caller: Caller;
  /** Who calls, for the log of a session. */
  readonly actor: EventActor;
  /** Of everything that creates: the same key gives the same thing. */
  readonly idempotencyKey: string | undefined;
}
