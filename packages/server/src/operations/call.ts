// The context of an operation's handler, for both HTTP and ACP.
import type { EventActor } from "@parley/acp";
import type { Clock } from "@parley/base";
import type { Hub } from "@parley/hub";
import type { Caller } from "../http/dialect.ts";
import type { ServerFacts } from "../http/server-facts.ts";

/** The same for all calls. */
export interface OperationContext {
  readonly hub: Hub;
  readonly clock: Clock;
  /** The server's URL for clients, without a final slash. */
  readonly baseUrl: () => string;
  readonly server: ServerFacts;
}

export interface Call extends OperationContext {
  readonly caller: Caller;
  /** Who calls, for the log of a session. */
  readonly actor: EventActor;
  /** For operations that create something: the same key returns the same result. See `keyRequest`. */
  readonly idempotencyKey: string | undefined;
}
