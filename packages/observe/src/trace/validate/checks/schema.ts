// Checks params and results against the schema of the protocol, version 1.
import { methods, type MethodName } from "@parley/acp";
import { decoders, type Decoded } from "@parley/acp/decode";
import { validate } from "@parley/acp/strict";
import { fieldsOf, type PlacedFrame } from "../../conversation.ts";
import { SCHEMA_ERRORS_MAX } from "../../../limits.ts";
import { isKnownMethod } from "../../show/timeline.ts";
import type { CreateCheck, FindingCode, Report } from "../finding.ts";

/** The method table has the decoders; their names are those of the schema. */
const names = new Map<unknown, keyof Decoded>(
  (Object.keys(decoders) as (keyof Decoded)[]).map((name) => [decoders[name], name]),
);

export const checkSchema: CreateCheck = () => {
  /** Version 2 has another schema. */
  let isOther = false;
  return {
    check(placed, report) {
      const { method, kind } = placed;
      if (method === "initialize" && kind === "response") isOther = isOtherVersion(placed);
      if (isOther || method === undefined || !isKnownMethod(method)) return;
      if (kind === "response") checkResult(placed, method, report);
      else if (kind === "request" || kind === "notification") checkParams(placed, method, report);
    },
    restart() {
      isOther = false;
    },
  };
};

function isOtherVersion({ result }: PlacedFrame): boolean {
  const { protocolVersion, agentCapabilities } = fieldsOf(result);
  return typeof protocolVersion === "number" && protocolVersion > 1 && agentCapabilities === undefined;
}

function checkParams(placed: PlacedFrame, method: MethodName, report: Report): void {
  const { params } = fieldsOf(placed.frame.message);
  checkValue(placed, names.get(methods[method].params), params ?? {}, "invalid-params", report);
}

function checkResult(placed: PlacedFrame, method: MethodName, report: Report): void {
  const { result, error, request } = placed;
  if (error !== undefined || request === undefined) return;
  const name = names.get(methods[method].result);
  // Many agents answer null instead of an empty object, and clients accept it.
  if (result === null && name !== undefined && validate(name, {}).ok) {
    report.found(placed, "null-result", `The answer to ${method} is null; expected an object`);
    return;
  }
  checkValue(placed, name, result, "invalid-result", report);
}

function checkValue(
  placed: PlacedFrame,
  name: keyof Decoded | undefined,
  value: unknown,
  code: FindingCode,
  report: Report,
): void {
  if (name === undefined) return;
  const checked = validate(name, value);
  if (checked.ok) return;
  // The deepest errors are most specific; outer ones only say that something inside did not match.
  const deepest = checked.errors.toSorted((one, other) => depthOf(other.path) - depthOf(one.path));
  const told = new Set(
    deepest.map(({ path, message }) => `${path === "" ? "it" : path.slice(1).replaceAll("/", ".")} ${message}`),
  );
  const where = placed.kind === "response" ? `The answer to ${placed.method ?? ""}` : (placed.method ?? "");
  report.found(
    placed,
    code,
    `${where}${placed.updateKind === undefined ? "" : ` (${placed.updateKind})`} does not fit the schema: ${[...told].slice(0, SCHEMA_ERRORS_MAX).join("; ")}`,
  );
}

function depthOf(path: string): number {
  return path.split("/").length;
}
