// A collector on the loopback: keeps what it is sent, and answers as it is told.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";

interface Delivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly events: readonly { readonly name: string; readonly attributes: readonly OtlpAttribute[] }[];
  readonly status: { readonly code: number; readonly message?: string };
}

export interface OtlpAttribute {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly intValue?: number | string;
    readonly doubleValue?: number;
    readonly boolValue?: boolean;
    readonly arrayValue?: { readonly values: readonly OtlpAttribute["value"][] };
  };
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Never answers. */
  readonly isSilent?: boolean;
}

export interface CollectorServer extends AsyncDisposable {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** Of all that came to the path of traces. */
  readonly spans: readonly OtlpSpan[];
  answer: (delivery: Delivery, index: number) => Answer;
  close(): Promise<void>;
}

export async function startCollector(): Promise<CollectorServer> {
  const deliveries: Delivery[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await buffer(request);
    const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
    const delivery = { path: request.url ?? "", headers: request.headers, body };
    deliveries.push(delivery);
    const answer = collector.answer(delivery, deliveries.length - 1);
    if (answer.isSilent !== true) response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? "{}");
  };
  // A sender that breaks off in the middle has delivered nothing.
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const collector: CollectorServer = {
    url: `http://127.0.0.1:${port}`,
    deliveries,
    get spans() {
      return deliveries.filter(({ path }) => path === "/v1/traces").flatMap(({ body }) => spansOf(String(body)));
    },
    answer: () => ({}),
    close: () => stop(server),
    [Symbol.asyncDispose]: () => stop(server),
  };
  return collector;
}

interface TraceRequest {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[] }[];
}

export function spansOf(json: string): OtlpSpan[] {
  const { resourceSpans } = JSON.parse(json) as TraceRequest;
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

/** As a plain record. */
export function attributesOf({
  attributes,
}: {
  readonly attributes: readonly OtlpAttribute[];
}): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));
}

function plain(value: OtlpAttribute["value"]): unknown {
  if (value.arrayValue !== undefined) return value.arrayValue.values.map(plain);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.doubleValue ?? value.boolValue;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  if (server.listening) await new Promise((resolve) => server.close(resolve));
}
