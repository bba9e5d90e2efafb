// A request that was answered or aborted, for the log and the metrics.
import { matchedRoutes } from "hono/route";
import type { ServerResponse } from "node:http";
import type { Admission } from "../http/admission.ts";

export interface FinishedRequest {
  readonly requestId: string;
  readonly method: string;
  /** The route pattern, so that ids do not create separate rows. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly caller: string | undefined;
  /** It was an event stream: its duration is how long the client was connected. */
  readonly isStream: boolean;
  /** The client disconnected before the response was complete. */
  readonly isBroken: boolean;
}

export function toFinishedRequest(admission: Admission, outgoing: ServerResponse): FinishedRequest {
  return {
    requestId: admission.requestId,
    method: KNOWN_METHODS.has(outgoing.req.method ?? "") ? (outgoing.req.method ?? "") : "other",
    route: routeOf(admission),
    status: outgoing.statusCode,
    ms: performance.now() - admission.startMs,
    caller: admission.caller?.name,
    isStream: admission.isStream,
    isBroken: !outgoing.writableFinished,
  };
}

/** Clients choose methods freely; only the known ones become labels. */
const KNOWN_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function routeOf({ context }: Admission): string {
  if (context === undefined) return "refused";
  const path = matchedRoutes(context)[context.req.routeIndex]?.path;
  return path === undefined || path === "/*" ? "unknown" : path;
}
