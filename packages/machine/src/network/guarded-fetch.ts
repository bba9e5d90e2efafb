// A fetch for URLs that an agent or a remote server chose: each hop only connects to permitted destinations.
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { Destinations } from "./destination.ts";
import { sendGuarded } from "./guarded-request.ts";
import { REDIRECTS_MAX } from "../limits.ts";

export interface GuardedFetchOptions {
  readonly destinations: Destinations;
}

interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304]);
/** Headers that are meant for one server and not sent to another. */
const PRIVATE_HEADERS = ["authorization", "cookie", "proxy-authorization"];

/** Like `fetch`, with text as body. Only GET and HEAD follow redirects, and never from https to http; other methods return the redirect. */
export function createGuardedFetch({ destinations }: GuardedFetchOptions): typeof fetch {
  return async (input, init = {}) => {
    if (input instanceof Request) throw new TypeError("A guarded fetch takes a URL, not a Request");
    if (init.body !== undefined && init.body !== null && typeof init.body !== "string") {
      throw new TypeError("A guarded fetch takes a string as body");
    }
    let hop: Hop = {
      url: new URL(input),
      method: (init.method ?? "GET").toUpperCase(),
      headers: new Headers(init.headers),
      body: init.body ?? undefined,
      signal: init.signal ?? undefined,
    };
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const response = await sendGuarded({ ...hop, headers: Object.fromEntries(hop.headers) }, destinations);
      const { location } = response.headers;
      const isRedirect = REDIRECTS.has(response.statusCode ?? 0) && location !== undefined;
      if (!isRedirect || (hop.method !== "GET" && hop.method !== "HEAD")) return toResponse(response);
      response.destroy();
      hop = follow(hop, location);
    }
    throw new Error(`The server redirects more than ${REDIRECTS_MAX} times`);
  };
}

/** The target of a redirect is never shown: it may contain secrets of its server. */
function follow(from: Hop, location: string): Hop {
  if (!URL.canParse(location, from.url.href)) throw new Error("The server redirects to something that is not a URL");
  const url = new URL(location, from.url);
  if (from.url.protocol === "https:" && url.protocol !== "https:")
    throw new Error("The server redirects from https to http");
  if (url.username !== "" || url.password !== "") throw new Error("The server redirects to a URL with a password");
  if (url.origin === from.url.origin) return { ...from, url };
  const headers = new Headers(from.headers);
  for (const name of PRIVATE_HEADERS) headers.delete(name);
  return { ...from, url, headers };
}

function toResponse(message: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const status = message.statusCode ?? 0;
  const hasBody = !WITHOUT_BODY.has(status);
  if (!hasBody) message.resume();
  const body = hasBody ? (Readable.toWeb(message) as ReadableStream<Uint8Array>) : null;
  return new Response(body, { status, statusText: message.statusMessage ?? "", headers });
}
