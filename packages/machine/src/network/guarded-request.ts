// One request to one URL. It connects only to a permitted destination, and stops at once when it is cancelled.
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import type { Destinations } from "./destination.ts";
import { RESPONSE_HEAD_BYTES_MAX } from "../limits.ts";

export interface GuardedRequest {
  readonly url: URL;
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Resolves when the headers have arrived. The caller reads the response to its end or destroys it. */
export function sendGuarded(
  { url, method = "GET", headers, body, signal }: GuardedRequest,
  destinations: Destinations,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (url.protocol !== "http:" && url.protocol !== "https:") {
      throw new Error(`Unsupported URL scheme ${url.protocol}; use http: or https:`);
    }
    destinations.checkLiteral(url.hostname);
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
      // A new connection each time: a pooled one may have been checked for a different request.
      agent: false,
      lookup: destinations.lookup,
      maxHeaderSize: RESPONSE_HEAD_BYTES_MAX,
      ...(signal !== undefined && { signal }),
    });
    request.once("response", resolve);
    request.once("error", reject);
    request.end(body);
  });
}
