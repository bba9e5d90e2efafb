// A line in the log for each request, without its secrets.
import { silentLog, type Log, type LogLevel } from "@parley/base";
import { redactStart } from "@parley/policy";
import type { IncomingMessage } from "node:http";
import { LOGGED_TARGET_CHARS_MAX } from "../limits.ts";
import type { FinishedRequest } from "./finished-request.ts";

export function logRequest(log: Log, finished: FinishedRequest, incoming: IncomingMessage): void {
  if (log === silentLog) return;
  const { requestId, method, route, status, ms, caller, isStream, isBroken } = finished;
  log.write(levelOf(finished), "request", {
    requestId,
    method,
    target: redactTarget(incoming.url ?? ""),
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    ...(caller !== undefined && { caller }),
    ...(isStream && { isStream }),
    ...(isBroken && { isBroken }),
  });
}

/** Failures of the server are errors, refusals are of interest, everything else is for debugging. */
function levelOf({ status }: FinishedRequest): LogLevel {
  if (status >= 500 && status !== 503) return "error";
  return status === 401 || status === 403 || status === 421 || status === 429 || status === 503 ? "info" : "debug";
}

/** Values of the query that are secret by their names, and whatever looks like a secret. */
export function redactTarget(target: string): string {
  const at = target.indexOf("?");
  if (at === -1) return redactStart(target, LOGGED_TARGET_CHARS_MAX);
  const query = target
    .slice(at + 1)
    .split("&")
    .map((part) => part.replace(/^([^=]*(?:token|key|secret|password|auth|code)[^=]*)=.*$/i, "$1=…"))
    .join("&");
  return redactStart(`${target.slice(0, at)}?${query}`, LOGGED_TARGET_CHARS_MAX);
}
