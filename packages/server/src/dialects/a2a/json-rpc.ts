// The JSON-RPC binding: one address, both versions. The SDK reads and writes the envelopes.
import { parseJson, isObject } from "@parley/base";
import { LegacyJsonRpcTransportHandler } from "@a2a-js/sdk/compat/v0_3/server";
import { A2A_ERROR_CODE, ContentTypeNotSupportedError, toJsonRpcError } from "@a2a-js/sdk/errors";
import { JsonRpcTransportHandler, type ServerCallContext } from "@a2a-js/sdk/server";
import type { Context } from "hono";
import type { DialectOptions, ServerApp, ServerEnv } from "../../http/dialect.ts";
import { parseBody } from "../../http/read-body.ts";
import type { ServerSentEvent } from "../../http/event-stream.ts";
import { createContext, takeSeq } from "./call.ts";
import { LEGACY_VERSION, PROTOCOL_VERSION } from "./card.ts";
import { checkCall, isMethod } from "./check-message.ts";
import { checkVersion, readRequest, readVersion } from "./read-call.ts";
import type { HubRequestHandler } from "./request-handler.ts";
import { answerWithStream } from "./streaming.ts";

export interface BindingOptions extends Pick<DialectOptions, "openEventStream" | "draining" | "log"> {
  readonly handler: HubRequestHandler;
}

type Envelope = { readonly id: unknown } & Readonly<Record<string, unknown>>;

export function mountJsonRpc(app: ServerApp, path: string, options: BindingOptions): void {
  const current = new JsonRpcTransportHandler(options.handler);
  const legacy = new LegacyJsonRpcTransportHandler(options.handler);

  app.post(path, async (c) => {
    const version = readVersion(c);
    const isLegacy = version === LEGACY_VERSION;
    const toError = (error: unknown): unknown =>
      isLegacy ? LegacyJsonRpcTransportHandler.mapToLegacyJSONRPCError(error) : toJsonRpcError(error);
    const body = await readEnvelope(c);
    if (body instanceof Response) return body;
    const wrong = findProblem(body);
    if (wrong !== undefined) return c.json(refuseEnvelope(wrong));
    const fail = (error: unknown): Envelope => ({ jsonrpc: "2.0", id: body["id"] ?? null, error: toError(error) });
    try {
      checkVersion(version, [PROTOCOL_VERSION, LEGACY_VERSION]);
      if (!isMethod(body["method"])) return c.json(refuseMethod(body));
      checkCall(body);
      const { call, stop } = readRequest(c, { version, draining: options.draining });
      const context = createContext(call);
      const answer = await (isLegacy ? legacy : current).handle(body, context);
      if (!(Symbol.asyncIterator in answer)) return c.json(answer);
      const events = toEvents(answer, context);
      const toErrorEvent = (error: unknown): ServerSentEvent => ({ event: "error", data: JSON.stringify(fail(error)) });
      const { openEventStream } = options;
      return await answerWithStream({ context: c, openEventStream, events, stop, toErrorEvent });
    } catch (error) {
      return c.json(fail(error));
    }
  });
}

async function* toEvents(
  envelopes: AsyncGenerator<unknown, void, undefined>,
  context: ServerCallContext,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  for await (const envelope of envelopes) yield { data: JSON.stringify(envelope), id: takeSeq(context) };
}

async function readEnvelope(c: Context<ServerEnv>): Promise<Record<string, unknown> | Response> {
  const type = c.req.header("Content-Type") ?? "";
  const media = type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (media !== "" && media !== "application/json") {
    const error = new ContentTypeNotSupportedError(`Content-Type ${type} is not supported; send application/json`);
    return c.json({ jsonrpc: "2.0", id: null, error: toJsonRpcError(error) });
  }
  try {
    const body = await parseBody(c, parseJson);
    if (isObject(body)) return body;
  } catch (error) {
    const message = `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`;
    return c.json({ jsonrpc: "2.0", id: null, error: { code: A2A_ERROR_CODE.PARSE_ERROR, message } });
  }
  return c.json(refuseEnvelope("it must be a JSON object"));
}

/** The SDK answers these as wrong params, with whatever was sent as the id. */
function findProblem({ jsonrpc, id, method }: Readonly<Record<string, unknown>>): string | undefined {
  if (jsonrpc !== "2.0") return 'jsonrpc must be "2.0"';
  if (typeof method !== "string" || method === "") return "method must be a string";
  const isId = id === undefined || id === null || typeof id === "string" || Number.isInteger(id);
  return isId ? undefined : "id must be a string, an integer or null";
}

/** The SDK looks at the params first. */
function refuseMethod({ id = null, method }: Readonly<Record<string, unknown>>): Envelope {
  const error = { code: A2A_ERROR_CODE.METHOD_NOT_FOUND, message: `Method not found: ${String(method)}` };
  return { jsonrpc: "2.0", id, error };
}

function refuseEnvelope(why: string): Envelope {
  const message = `The body is not a JSON-RPC 2.0 request: ${why}`;
  return { jsonrpc: "2.0", id: null, error: { code: A2A_ERROR_CODE.INVALID_REQUEST, message } };
}
