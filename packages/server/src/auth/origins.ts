// The origins whose pages may use this server: its own, and configured ones. Requests with any other origin are
// refused.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { PREFLIGHT_MAX_AGE_SECONDS } from "../limits.ts";
import { parseOriginPatterns } from "./origin-patterns.ts";

/** `own`: the page is from this server. `allowed`: from a configured origin. */
type OriginKind = "none" | "own" | "allowed" | "refused";

export type JudgeOrigin = (headers: IncomingHttpHeaders) => OriginKind;

/** Throws `bad_config` for a pattern that is invalid or too broad. */
export function createOriginCheck(allowedOrigins: readonly string[], baseUrl?: string): JudgeOrigin {
  const isAllowed = parseOriginPatterns(allowedOrigins);
  const publicOrigin = baseUrl === undefined ? undefined : new URL(baseUrl).origin;
  return ({ origin, host }) => {
    if (origin === undefined) return "none";
    const sent = origin.toLowerCase();
    // The host was checked before, so it is one of our names.
    if (sent === publicOrigin || sent === `http://${host?.toLowerCase() ?? ""}`) return "own";
    return isAllowed(sent) ? "allowed" : "refused";
  };
}

/** Only for an allowed origin. Without cookies, which are for our own page. */
export function corsHeaders(origin: string): OutgoingHttpHeaders {
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": "*",
    Vary: "Origin",
  };
}

export function preflightHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": headers["access-control-request-headers"] ?? "Authorization, Content-Type",
    "Access-Control-Max-Age": PREFLIGHT_MAX_AGE_SECONDS,
  };
}
