// What a dialect is to the server: routes on the one port, and what they need.
import type { HttpBindings } from "@hono/node-server";
import type { Clock, Log } from "@parley/base";
import type { Scope } from "@parley/contract";
import type { Hub } from "@parley/hub";
import type { Hono } from "hono";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { BodyRefusal } from "./refusal.ts";
import type { OpenEventStream } from "./event-stream.ts";
import type { ServerFacts } from "./server-facts.ts";

export type { Scope } from "@parley/contract";

/** `open`: no key is needed. Each of the others includes the ones before it. */
export type RouteScope = "open" | Scope;

/** By method and path, as the route is mounted. */
export type RouteScopes = Readonly<Record<string, RouteScope>>;

export interface Caller {
  /** For the log and for who answered: `token`, `cookie`, the name of a key. */
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  /** An agent that may only call the tools of the editor of its session; it has no scope. */
  readonly session?: string | undefined;
}

/** What every handler finds in its context. */
export interface ServerEnv {
  Bindings: HttpBindings;
  Variables: {
    caller: Caller;
    /** Of the request, for logs and answers. */
    requestId: string;
  };
}

export type ServerApp = Hono<ServerEnv>;

export interface DialectOptions {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly log: Log;
  /** As clients reach it, without a slash at the end: `http://127.0.0.1:4717`. Known once it listens. */
  readonly baseUrl: () => string;
  readonly server: ServerFacts;
  /** The server sent as a stream of events; ends with the client, the session or the server. */
  readonly openEventStream: OpenEventStream;
  /** Aborts when the server starts to shut down: streams report where to resume, and end. */
  readonly draining: AbortSignal;
}

export interface Dialect {
  readonly name: string;
  /** For a dialect that is not in the table of scopes. */
  readonly scopes?: RouteScopes | undefined;
  /**
   * Its routes. What each needs is in the table of scopes, or in `scopes`; a route that is in neither does not start.
   * The app is its own: `onError` is for its routes alone. Its paths are shared: `use` needs a path of the dialect.
   * Security headers are set already; a route that serves a page gives a `Content-Security-Policy` of its own.
   */
  mount(app: ServerApp): void;
  /** The JSON of a refusal of a body, in this dialect's own shape. Undefined: not its path. */
  formatRefusal?(path: string, refusal: BodyRefusal): string | undefined;
  /** WebSockets; authorised before it is called, and the protocol to answer with is the first offered. False: not its path. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, caller: Caller): boolean;
  close?(): Promise<void>;
}

export type CreateDialect = (options: DialectOptions) => Dialect;
