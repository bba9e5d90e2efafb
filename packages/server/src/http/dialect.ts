// The interface of a dialect: its routes, and the services that they need.
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

/** By method and mounted path. */
export type RouteScopes = Readonly<Record<string, RouteScope>>;

export interface Caller {
  /** For the log, and to name who answered: `token`, `cookie`, the name of a key. */
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  /** An agent that may only call the tools of the editor of its session; it has no scope. */
  readonly session?: string | undefined;
}

/** The context of every handler. */
export interface ServerEnv {
  Bindings: HttpBindings;
  Variables: {
    caller: Caller;
    /** Id of the request, for logs and responses. */
    requestId: string;
  };
}

export type ServerApp = Hono<ServerEnv>;

export interface DialectOptions {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly log: Log;
  /** The URL for clients, without a final slash: `http://127.0.0.1:4717`. Known once it listens. */
  readonly baseUrl: () => string;
  readonly server: ServerFacts;
  /** Opens an event stream, which ends with the client, the session or the server. */
  readonly openEventStream: OpenEventStream;
  /** Aborts when the server starts to shut down: streams report where to resume, and end. */
  readonly draining: AbortSignal;
}

export interface Dialect {
  readonly name: string;
  /** For a dialect that is not in the table of scopes. */
  readonly scopes?: RouteScopes | undefined;
  /**
   * Its routes. Their scopes are in the table of scopes, or in `scopes`; the server does not start with a route that is
   * in neither. The dialect has its own app, so `onError` applies only to its routes. Its paths are shared: `use` needs
   * a path of the dialect. Security headers are set already; a route that serves a page gives a
   * `Content-Security-Policy` of its own.
   */
  mount(app: ServerApp): void;
  /** The JSON for refusing a body, in this dialect's format. Undefined: not its path. */
  formatRefusal?(path: string, refusal: BodyRefusal): string | undefined;
  /** WebSockets; authorised before it is called, and the protocol to answer with is the first offered. False: not its path. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, caller: Caller): boolean;
  close?(): Promise<void>;
}

export type CreateDialect = (options: DialectOptions) => Dialect;
