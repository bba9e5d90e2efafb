// Checks that the connection is initialized first, with a version that both sides support; that only announced
// capabilities are used; and that paths are absolute.
import { hasCapability, methods } from "@parley/acp";
import { isObject } from "@parley/base";
import { fieldsOf, type Fields, type PlacedFrame } from "../../conversation.ts";
import { isKnownMethod } from "../../show/timeline.ts";
import type { Side } from "../../trace-item.ts";
import type { CreateCheck, Report } from "../finding.ts";

interface Opened {
  asked: unknown;
  isAnswered: boolean;
  announced: Record<Side, unknown>;
}

export const checkConnection: CreateCheck = (context) => {
  let opened: Opened | undefined;
  return {
    check(placed, report) {
      if (placed.method === "initialize") opened = checkInitialize(placed, opened, report);
      else if (placed.kind === "request" || placed.kind === "notification") {
        if (opened?.isAnswered === true) checkAnnounced(placed, opened, report);
        else if (placed.kind === "request" && !context.isPart())
          report.found(placed, "not-initialized", `${placed.method ?? ""} was sent before initialize was answered`);
        checkPaths(placed, report);
      }
    },
    restart() {
      opened = undefined;
    },
  };
};

function checkInitialize(placed: PlacedFrame, before: Opened | undefined, report: Report): Opened {
  const { kind, params, result, error } = placed;
  if (kind === "request") {
    if (before?.isAnswered === true)
      report.found(placed, "initialized-again", "initialize was sent again in one connection");
    const { protocolVersion, clientCapabilities } = params;
    return { asked: protocolVersion, isAnswered: false, announced: { client: clientCapabilities, agent: undefined } };
  }
  const opened = before ?? { asked: undefined, isAnswered: false, announced: { client: undefined, agent: undefined } };
  if (kind !== "response" || error !== undefined) return opened;
  const { protocolVersion, agentCapabilities, capabilities, info } = fieldsOf(result);
  if (typeof protocolVersion === "number" && typeof opened.asked === "number" && protocolVersion > opened.asked) {
    report.found(
      placed,
      "version-raised",
      `Version ${opened.asked} was asked for, and ${protocolVersion} was answered`,
    );
  }
  if (typeof protocolVersion === "number" && protocolVersion > 1) {
    const isShapedSo = agentCapabilities === undefined && (capabilities !== undefined || info !== undefined);
    if (isShapedSo)
      report.found(
        placed,
        "version-unchecked",
        `The version is ${protocolVersion}; only version 1 is held to its schema`,
      );
    else report.found(placed, "version-shape", `Version ${protocolVersion} was answered in the form of version 1`);
  }
  return {
    ...opened,
    isAnswered: true,
    announced: { client: opened.announced.client, agent: agentCapabilities ?? capabilities ?? {} },
  };
}

function checkAnnounced(placed: PlacedFrame, { announced }: Opened, report: Report): void {
  const { method = "", params } = placed;
  if (!isKnownMethod(method)) return;
  const { to, capability, needs } = methods[method];
  const capabilities = announced[to] ?? {};
  const missing = [...(capability === undefined ? [] : [capability]), ...neededBy(needs, params)].find(
    (name) => !hasCapability(capabilities, name),
  );
  if (missing !== undefined)
    report.found(placed, "capability-missing", `${method} needs ${missing}, which the ${to} did not announce`);
}

/** Params that violate the schema are skipped here; another check reports them. */
function neededBy(needs: unknown, params: Fields): readonly string[] {
  if (typeof needs !== "function") return [];
  try {
    const needed: unknown = (needs as (params: Fields) => unknown)(params);
    return Array.isArray(needed) ? needed : [];
  } catch {
    return [];
  }
}

function checkPaths(placed: PlacedFrame, report: Report): void {
  const { method, params, update } = placed;
  const paths: unknown[] = [params["cwd"]];
  if (method?.startsWith("fs/") === true) paths.push(params["path"]);
  const call = method === "session/request_permission" ? fieldsOf(params["toolCall"]) : update;
  for (const field of ["locations", "content"]) {
    const list = call[field];
    if (Array.isArray(list)) paths.push(...list.filter(isObject).map(({ path }) => path));
  }
  const relative = paths.find((path) => typeof path === "string" && !isAbsolute(path));
  if (relative !== undefined)
    report.found(placed, "relative-path", `The path ${JSON.stringify(relative)} is not absolute`);
}

/** On Linux and macOS, on Windows, and on a share. */
function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[a-z]:[\\/]/i.test(path) || path.startsWith("\\\\");
}
