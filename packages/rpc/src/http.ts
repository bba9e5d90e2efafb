// The client's side of ACP's streamable HTTP transport. Runs wherever there is a fetch.
import { ParleyError } from "@parley/base";
import { toPlace } from "./connect-failure.ts";
import { createCookieJar, type CookieJar } from "./http/cookies.ts";
import { Endpoint, type Fetch } from "./http/endpoint.ts";
import { HttpTransport } from "./http/transport.ts";
import { defaultLimits, type RpcLimits } from "./limits.ts";
import type { Transport } from "./transport.ts";

export { createCookieJar, type CookieJar };

export interface HttpOptions {
  readonly fetch?: Fetch;
  /** Sent with every request, for instance `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the connection immediately; `close()` ends it cleanly. */
  readonly signal?: AbortSignal;
  readonly limits?: Partial<RpcLimits>;
  /** Pass the same jar when reconnecting, to reach the same server again; `false` keeps no cookies. */
  readonly cookies?: CookieJar | false;
}

/** The connection is made by the first message, which must be the `initialize` request. */
export function connectHttp(url: string | URL, options: HttpOptions = {}): Transport {
  const limits = { ...defaultLimits, ...options.limits };
  const { cookies, signal } = options;
  const endpoint = new Endpoint({
    url: parseUrl(url),
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    headers: options.headers ?? {},
    cookies: cookies === false ? undefined : (cookies ?? createCookieJar()),
    answerMs: limits.httpAnswerMs,
  });
  const transport = new HttpTransport(endpoint, limits, () => signal?.removeEventListener("abort", abort));
  const abort = (): void => {
    const message = `The connection to ${endpoint.place} was cancelled`;
    transport.fail(new ParleyError({ code: "request_cancelled", message, cause: signal?.reason }));
  };
  if (signal?.aborted === true) abort();
  else signal?.addEventListener("abort", abort, { once: true });
  return transport;
}

function parseUrl(url: string | URL): URL {
  try {
    const parsed = new URL(url);
    if (/^https?:$/.test(parsed.protocol)) return parsed;
  } catch (cause) {
    throw notAnAddress(url, cause);
  }
  throw notAnAddress(url);
}

function notAnAddress(url: string | URL, cause?: unknown): ParleyError {
  const message = `${toPlace(url)} is not an HTTP address: it must start with http:// or https://`;
  return new ParleyError({ code: "connection_failed", message, cause });
}
