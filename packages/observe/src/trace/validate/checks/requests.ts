// Checks that every request has one answer, every answer one request, and that methods go in the right direction.
import { canonicalMethod, methods } from "@parley/acp";
import { isObject } from "@parley/base";
import type { PlacedFrame } from "../../conversation.ts";
import { isKnownMethod } from "../../show/timeline.ts";
import type { CreateCheck, Report } from "../finding.ts";

/** Methods that both sides may call. */
const BOTH_SIDES: ReadonlySet<string> = new Set(["$/cancel_request"]);

export const checkRequests: CreateCheck = (context) => ({
  check(placed, report) {
    if (placed.kind === "response") checkResponse(placed, report, context.isPart());
    else if (placed.kind === "request" || placed.kind === "notification") checkCall(placed, report);
  },
});

function checkResponse(placed: PlacedFrame, report: Report, isPart: boolean): void {
  if (placed.request !== undefined) return;
  const id = JSON.stringify(placed.id);
  if (placed.isSecondAnswer) report.found(placed, "answered-twice", `The request with id ${id} was already answered`);
  else if (placed.id === null) report.found(placed, "answer-without-id", "An error response names no request");
  // The request may be in an earlier file.
  else if (!isPart) report.found(placed, "orphan-response", `Response without a request: no open request has id ${id}`);
}

function checkCall(placed: PlacedFrame, report: Report): void {
  const { kind, method = "", frame } = placed;
  const written = isObject(frame.message) ? String(frame.message["method"]) : method;
  if (placed.isDuplicateId)
    report.found(
      placed,
      "duplicate-id",
      `The id ${JSON.stringify(placed.id)} is in use by a request that has no answer yet`,
    );
  else if (placed.isReusedId)
    report.found(placed, "id-reused", `The id ${JSON.stringify(placed.id)} was used before in this connection`);
  if (canonicalMethod(written) !== written)
    report.found(placed, "other-name", `${written} is called ${canonicalMethod(written)} in the protocol`);
  if (BOTH_SIDES.has(method)) return;
  if (!isKnownMethod(method)) {
    if (method.startsWith("_")) report.found(placed, "extension-method", `${method} is an extension`);
    else
      report.found(
        placed,
        "unknown-method",
        `${method} is not a method of the protocol, and extensions must start with an underscore`,
      );
    return;
  }
  const row = methods[method];
  if (row.to === frame.from)
    report.found(placed, "wrong-side", `${method} is for the ${row.to} to receive, and the ${frame.from} sent it`);
  else if (row.kind === "request" && kind === "notification")
    report.found(placed, "request-expected", `${method} came without an id, and needs one to be answered`);
  else if (row.kind === "notification" && kind === "request")
    report.found(placed, "notification-expected", `${method} came with an id, and is not answered`);
}
