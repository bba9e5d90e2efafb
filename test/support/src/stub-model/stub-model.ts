// A model server on loopback that plays what the prompt says: four wires, no state, no cost.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isObject } from "@parley/base";
import { BadRequest } from "./bad-request.ts";
import { composeReply, countTokens } from "./compose-reply.ts";
import { fullTextOf } from "./conversation.ts";
import { Failures } from "./failures.ts";
import { listModels } from "./model-lists.ts";
import { readBody, type ReadBody } from "./read-body.ts";
import { RequestLog, type StubRequest } from "./request-log.ts";
import { findRoute, type Route } from "./routes.ts";
import { sendJson, sendRefusal, sendStream, sendWhole } from "./send-reply.ts";
import { openaiChat } from "./wires/openai-chat.ts";

export { fullTextOf, imagesOf, resultsOf, textOf } from "./conversation.ts";
export type { ChatMessage, Conversation, OfferedTool, Part } from "./conversation.ts";
export { STUB_MODEL } from "./model-lists.ts";
export type { StubRequest } from "./request-log.ts";
export { stubScript } from "./script/parse-script.ts";
export type { WireName } from "./wires/wire.ts";

export interface StubModel extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string;
  /** The newest requests, in order. */
  readonly requests: readonly StubRequest[];
  /** The first request that fits, there or still to come. Rejects if it takes too long. */
  waitFor(what: string, fits: (request: StubRequest) => boolean): Promise<StubRequest>;
  close(): Promise<void>;
}

export async function startStubModel(): Promise<StubModel> {
  const log = new RequestLog();
  const failures = new Failures();
  const run = { log, failures, count: 0 };
  const server = createServer((request, response) => {
    serve(run, request, response).catch((error: unknown) => {
      // A defect of the stub, which the caller has to learn of.
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: { message: String(error), type: "stub_defect" } });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${port}`,
    get requests() {
      return log.requests;
    },
    waitFor: (what, fits) => log.find(what, fits),
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Run {
  readonly log: RequestLog;
  readonly failures: Failures;
  count: number;
}

async function serve(run: Run, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const route = findRoute(url);
  if (route === undefined) {
    serveOther(run, request, response, url);
    return;
  }
  if (request.method !== "POST") {
    sendRefusal(response, route.wire, { status: 405, message: `${request.method} is not allowed here` });
    return;
  }
  let read: ReadBody = { value: undefined, bytes: 0 };
  try {
    read = await readBody(request);
    await answer(run, route, read, request, response);
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    const { status, message } = error;
    run.log.add(toRecord(route, request, read, { status }), read.bytes);
    sendRefusal(response, route.wire, { status, message });
  }
}

async function answer(
  run: Run,
  { wire, address, isCount }: Route,
  read: ReadBody,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isObject(read.value)) throw new BadRequest("the body must be an object");
  const conversation = wire.parse(read.value, address);
  const record = (fields: Partial<StubRequest>): void =>
    run.log.add(toRecord({ wire }, request, read, { conversation, ...fields }), read.bytes);
  if (isCount) {
    record({ isSide: true });
    sendJson(response, 200, wire.countTokens?.(countTokens(fullTextOf(conversation))));
    return;
  }
  const { isSide, outcome } = composeReply(conversation, run.failures, () => nextId(run));
  record({ isSide, status: "parts" in outcome ? 200 : outcome.status });
  if (!("parts" in outcome)) sendRefusal(response, wire, outcome);
  else if (conversation.stream) await sendStream(response, wire.toFrames(outcome, read.value), address.asEvents);
  else await sendWhole(response, wire, outcome);
}

/** Model lists; anything else does not exist. */
function serveOther(run: Run, request: IncomingMessage, response: ServerResponse, url: URL): void {
  const isAnthropic = request.headers["anthropic-version"] !== undefined;
  const list = request.method === "GET" ? listModels(url, isAnthropic) : undefined;
  request.resume();
  const status = list === undefined ? 404 : 200;
  run.log.add(toRecord(undefined, request, { value: undefined, bytes: 0 }, { status, isSide: true }), 0);
  if (list === undefined) sendRefusal(response, openaiChat, { status, message: `${url.pathname} not found` });
  else sendJson(response, status, list);
}

function toRecord(
  route: Pick<Route, "wire"> | undefined,
  { url = "/", headers }: IncomingMessage,
  { value }: ReadBody,
  fields: Partial<StubRequest>,
): StubRequest {
  return {
    path: url,
    wire: route?.wire.name,
    headers,
    body: value,
    conversation: undefined,
    isSide: false,
    status: 200,
    ...fields,
  };
}

function nextId(run: Run): string {
  run.count += 1;
  return `stub${run.count.toString(36).padStart(6, "0")}`;
}
