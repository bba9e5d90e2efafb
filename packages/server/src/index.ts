// The server: one port in front of the hub, and every dialect on it.
export type { KeyOption } from "./auth/key-ring.ts";
export { parseOriginPatterns } from "./auth/origin-patterns.ts";
export { loadOrCreateToken, tokenPathOf } from "./auth/token-file.ts";
export type {
  Caller,
  CreateDialect,
  Dialect,
  DialectOptions,
  RouteScopes,
  Scope,
  ServerApp,
  ServerEnv,
} from "./http/dialect.ts";
export type { EventStream, EventStreamOptions, OpenEventStream, ServerSentEvent } from "./http/event-stream.ts";
export { toNativeInteraction } from "./operations/interactions/translate.ts";
export { toNativeUsage } from "./operations/usage/translate.ts";
export { toNativeTurn } from "./operations/turns/translate.ts";
export { statusOfError } from "./http/status-of-error.ts";
export { defaultLimits, type ServerLimits } from "./limits.ts";
export type { ServerProcess, StopRequest } from "./http/server-facts.ts";
export { DEFAULT_PORT, startServer, type RunningServer, type ServerOptions } from "./start-server.ts";
