// POST, GET and DELETE on `/acp`: clients POST each message, and get ours on event streams.
import { parseJson, type Log } from "@parley/base";
import type { Hub } from "@parley/hub";
import { ErrorCodes, type WireError } from "@parley/rpc";
import type { Context } from "hono";
import type { ServerApp, ServerEnv } from "../../../http/dialect.ts";
import { isLocal } from "../../../http/is-local.ts";
import { parseBody } from "../../../http/read-body.ts";
import type { BodyRefusal } from "../../../http/refusal.ts";
import type { OpenEventStream } from "../../../http/event-stream.ts";
import type { AcpConnection, Connections } from "../connections.ts";
import { fromLegacy } from "../legacy-fields.ts";
import { ACP_PATH } from "../wire.ts";
import { CONNECTION_HEADER, isInitialize, isMessage, scopeOf, SESSION_HEADER } from "./header-rules.ts";
import { HttpWire } from "./http-wire.ts";
import { openStream } from "./open-stream.ts";
import { sessionIdOf } from "./routing.ts";

export interface RouteOptions {
  readonly hub: Hub;
  readonly log: Log;
  readonly connections: Connections;
  readonly openEventStream: OpenEventStream;
}

export type HttpConnection = AcpConnection<HttpWire>;
type AcpContext = Context<ServerEnv>;

export function mountRoutes(app: ServerApp, options: RouteOptions): void {
  app.post(ACP_PATH, (c) => post(c, options));
  app.get(ACP_PATH, (c) => {
    // A HEAD request would take the stream from its reader.
    if (c.req.method === "HEAD") return notAllowed(c);
    const found = findConnection(c, options.connections);
    return found instanceof Response ? found : openStream(c, found, options);
  });
  app.delete(ACP_PATH, (c) => {
    const found = findConnection(c, options.connections);
    if (found instanceof Response) return found;
    found.wire.end("shutdown", "The client ended the connection");
    return c.body(null, 202);
  });
  app.all(ACP_PATH, notAllowed);
}

async function post(c: AcpContext, { connections }: RouteOptions): Promise<Response> {
  const [type = ""] = (c.req.header("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") return c.text("Content-Type must be application/json", 415);
  let value: unknown;
  let bytes = 0;
  try {
    value = await parseBody(c, (text) => {
      bytes = text.length;
      return parseJson(text);
    });
  } catch (cause) {
    return c.text(`Invalid JSON: ${cause instanceof Error ? cause.message : String(cause)}`, 400);
  }
  if (Array.isArray(value)) return c.json(toError(ErrorCodes.invalidRequest, "Batches are not supported"), 400);
  if (!isMessage(value)) return c.text("Invalid JSON-RPC message", 400);
  const message = fromLegacy(value);
  if (isInitialize(message) && c.req.header(CONNECTION_HEADER) === undefined) {
    return initialize(c, connections, message, bytes);
  }
  const found = findConnection(c, connections);
  if (found instanceof Response) return found;
  if (message["method"] === "initialize") return c.text("Initialize not allowed on existing connection", 400);
  const { wire } = found;
  // Older clients know no such header.
  const isOlder = message !== value;
  const header = c.req.header(SESSION_HEADER) ?? (isOlder ? sessionIdOf(message["params"]) : undefined);
  const scoped = scopeOf({ message, header, routing: wire.routing });
  if ("wrong" in scoped) return c.text(scoped.wrong, 400);
  await wire.receive(message, scoped.scope, bytes);
  return c.body(null, 202);
}

/** The only message that is answered directly; it creates the connection. */
async function initialize(
  c: AcpContext,
  connections: Connections,
  message: Readonly<Record<string, unknown>>,
  bytes: number,
): Promise<Response> {
  const refusal = connections.refusal();
  if (refusal !== undefined) return c.json(toError(ErrorCodes.internalError, refusal.message), 503);
  const { id, wire } = connections.add(
    connections.createId(),
    new HttpWire({ isLocal: isLocal(c.env.incoming) }),
    c.get("caller"),
  );
  const answer = await wire.initialize(message, bytes);
  const { error } = JSON.parse(answer) as { readonly error?: WireError };
  if (error === undefined) {
    return c.body(answer, 200, { "Content-Type": "application/json", [CONNECTION_HEADER]: id });
  }
  wire.end("shutdown", "The connection was not initialized");
  const isOurs = error.code === ErrorCodes.internalError;
  return c.body(answer, isOurs ? 500 : 400, { "Content-Type": "application/json" });
}

/** The connection that the header names, or what is wrong with it. */
function findConnection(c: AcpContext, connections: Connections): HttpConnection | Response {
  const id = c.req.header(CONNECTION_HEADER);
  if (id === undefined) return c.text(`Missing ${CONNECTION_HEADER}`, 400);
  const connection = connections.get(id);
  // A connection has the rights of the caller that opened it.
  return connection?.wire instanceof HttpWire && connection.caller.name === c.get("caller").name
    ? (connection as HttpConnection)
    : c.text(`Unknown ${CONNECTION_HEADER}: the connection is closed or never existed`, 404);
}

function notAllowed(c: AcpContext): Response {
  return c.text("Method Not Allowed", 405, { Allow: "GET, POST, DELETE" });
}

/** Its `id` is null, because the body was not read and the request's id is unknown. */
export function toBodyRefusal({ status, code, message }: BodyRefusal): ErrorEnvelope {
  return toError(status === 413 ? ErrorCodes.invalidRequest : ErrorCodes.internalError, message, { code });
}

interface ErrorEnvelope {
  readonly jsonrpc: "2.0";
  readonly id: null;
  readonly error: WireError;
}

function toError(code: number, message: string, data?: object): ErrorEnvelope {
  return { jsonrpc: "2.0", id: null, error: { code, message, ...(data && { data }) } };
}
