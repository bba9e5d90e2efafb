// Follows redirects within the approved host; the caller decides about redirects to other hosts.
import { sendGuarded, type Destinations } from "@parley/machine/network";
import type { IncomingMessage } from "node:http";
import { FETCH_REDIRECTS_MAX } from "../../limits.ts";

export type Arrival =
  | { readonly url: URL; readonly response: IncomingMessage; readonly hops: readonly string[] }
  /** The redirect target, and why it was not followed. */
  | { readonly leadsTo: string; readonly why: string; readonly hops: readonly string[] };

export interface FollowOptions {
  readonly destinations: Destinations;
  readonly accept: string;
  readonly signal: AbortSignal;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Checks the resolved address of every hop, not only of the first. */
export async function followRedirects(start: URL, options: FollowOptions): Promise<Arrival> {
  const hops: string[] = [];
  let url = start;
  for (;;) {
    const response = await request(url, options);
    const location = response.headers.location;
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return { url, response, hops };
    response.destroy();
    const next = toUrl(location, url);
    if (next === undefined) return { leadsTo: location, why: "which is not a URL", hops };
    const why = findReason(url, next);
    if (why !== undefined) {
      // A private address is rejected here, so that the user is not asked about it.
      if (isWeb(next)) await options.destinations.check(next.hostname);
      return { leadsTo: next.href, why, hops };
    }
    hops.push(next.href);
    if (hops.length > FETCH_REDIRECTS_MAX)
      return { leadsTo: next.href, why: `after ${FETCH_REDIRECTS_MAX} redirects`, hops };
    url = next;
  }
}

function request(url: URL, { destinations, accept, signal }: FollowOptions): Promise<IncomingMessage> {
  const headers = {
    accept,
    "accept-encoding": "gzip, deflate, br",
    "accept-language": "en, *;q=0.5",
    "user-agent": "Parley (coding agent)",
  };
  return sendGuarded({ url, headers, signal }, destinations);
}

/** Why the redirect needs a new approval; undefined if it does not. */
function findReason(from: URL, to: URL): string | undefined {
  if (!isWeb(to)) return "which is neither http: nor https:";
  if (from.protocol === "https:" && to.protocol === "http:") return "which is not encrypted";
  const isUpgrade = from.protocol === "http:" && to.protocol === "https:" && from.port === "" && to.port === "";
  const isSamePlace = withoutWww(from.hostname) === withoutWww(to.hostname) && (from.port === to.port || isUpgrade);
  return isSamePlace ? undefined : "which is another host";
}

function isWeb({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}

function withoutWww(hostname: string): string {
  return hostname.replace(/^www\./, "");
}

function toUrl(location: string, base: URL): URL | undefined {
  // Node decodes header bytes as Latin-1, but addresses in them are UTF-8.
  const text = Buffer.from(location, "latin1").toString("utf8");
  return URL.canParse(text, base.href) ? new URL(text, base) : undefined;
}
