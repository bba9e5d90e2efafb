// Sends one body to a collector, with retries. The SDK's own exporters cannot be stopped while they retry, and would
// keep the process from exiting.
import { ParleyError } from "@parley/base";
import { redact } from "@parley/policy";
import { readFile } from "node:fs/promises";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Destination } from "./config.ts";
import { ANSWER_BYTES_MAX, RETRIES_MAX, RETRY_FIRST_MS, RETRY_MAX_MS } from "../limits.ts";

/** Statuses that mean "retry later". */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const MS_PER_S = 1_000;
const compress = promisify(gzip);

type Attempt = { readonly body: Uint8Array } | { readonly failure: Error; readonly retryInMs: number | undefined };

/** The collector's response. Rejects if it was not accepted in time, including all retries. */
export async function postOtlp(to: Destination, body: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(to.timeoutMs)]);
  const sent = to.isCompressed ? await compress(body) : body;
  const tls = await readTls(to);
  let waitMs = RETRY_FIRST_MS;
  for (let tries = 0; ; tries += 1) {
    const attempt = await post(to, sent, tls, limited);
    if ("body" in attempt) return attempt.body;
    if (attempt.retryInMs === undefined || tries >= RETRIES_MAX) throw notTaken(to, attempt.failure);
    try {
      await delay(Math.min(Math.max(attempt.retryInMs, waitMs), RETRY_MAX_MS), undefined, {
        signal: limited,
        ref: false,
      });
    } catch {
      throw notTaken(to, attempt.failure); // Timeout: the earlier error is more informative.
    }
    waitMs *= 2;
  }
}

async function post(to: Destination, body: Uint8Array, tls: object, signal: AbortSignal): Promise<Attempt> {
  const { protocol } = new URL(to.url);
  const request = protocol === "https:" ? (await import("node:https")).request : requestHttp;
  return new Promise((resolve) => {
    const failed = (failure: Error): void => resolve({ failure, retryInMs: signal.aborted ? undefined : 0 });
    // A new connection each time, because an open one would keep the process alive.
    const options = { method: "POST", agent: false, headers: headersOf(to, body), signal, ...tls } as const;
    const sending = request(to.url, options, (response) => {
      readAnswer(response).then(resolve, failed);
    });
    sending.on("error", failed);
    sending.end(body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<Attempt> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) break;
    chunks.push(chunk);
  }
  const { statusCode = 0, statusMessage = "", headers } = response;
  if (statusCode >= 200 && statusCode < 300) return { body: Buffer.concat(chunks) };
  const failure = new Error(`It answered ${statusCode} ${statusMessage}`.trim());
  const seconds = Number(headers["retry-after"] ?? 0);
  const retryInMs = Number.isFinite(seconds) ? seconds * MS_PER_S : 0;
  return { failure, retryInMs: BUSY.has(statusCode) ? retryInMs : undefined };
}

function headersOf({ headers, encoding, isCompressed }: Destination, body: Uint8Array): Record<string, string> {
  return {
    ...headers,
    "content-type": encoding === "json" ? "application/json" : "application/x-protobuf",
    "content-length": String(body.byteLength),
    ...(isCompressed && { "content-encoding": "gzip" }),
  };
}

async function readTls({ tls }: Destination): Promise<object> {
  const [ca, cert, key] = await Promise.all([tls.ca, tls.cert, tls.key].map(readPem));
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}

async function readPem(file: string | undefined): Promise<Buffer | undefined> {
  return file === undefined ? undefined : await readFile(file);
}

function notTaken({ url }: Destination, cause: Error): ParleyError {
  return new ParleyError({
    code: "connection_failed",
    message: `The collector at ${redact(url)} did not take telemetry: ${cause.message}`,
    remedy: { label: "Check OTEL_EXPORTER_OTLP_ENDPOINT, or unset it" },
    cause,
  });
}
