// Whose pages may talk to this server: its own, and those that were named. Everything else that has an origin is refused.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { PREFLIGHT_MAX_AGE_SECONDS } from "../limits.ts";
import { parseOriginPatterns } from "./origin-patterns.ts";

/** `own`: the page came from here. `allowed`: from elsewhere, by permission. */
type OriginKind = "none" | "own" | "allowed" | "refused";

export type JudgeOrigin = (headers: IncomingHttpHeaders) => OriginKind;

/** Throws `bad_config` for a pattern that is invalid or too wide. */
export function createOriginCheck(allowedOrigins: readonly string[], baseUrl?: string): JudgeOrigin {
  const isAllowed = parseOriginPatterns(allowedOrigins);
  const publicOrigin = baseUrl === undefined ? undefined : new URL(baseUrl).origin;
  return ({ origin, host }) => {
    if (origin === undefined) return "none";
    const sent = origin.toLowerCase();
    // The host was checked before, so that it is a name of ours.
    if (sent === publicOrigin || sent === `http://${host?.toLowerCase() ?? ""}`) return "own";
    return isAllowed(sent) ? "allowed" : "refused";
  };
}

/** For an allowed origin alone. Without cookies: those are for our own page. */
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
