// One port in front of the hub.
export type { Caller, CreateDialect, Dialect, DialectOptions, Scope, ServerApp, ServerEnv } from "./http/dialect.ts";
export type { EventStream, EventStreamOptions, OpenEventStream, ServerSentEvent } from "./http/event-stream.ts";
