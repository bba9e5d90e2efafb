// Resolves paths given by the model, for display and for policy.
import type { ToolCallLocation } from "@parley/acp";
import type { Subject } from "@parley/home/judge";
import type { PathFacts } from "@parley/policy";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isBelow } from "../../paths/below.ts";
import { isInside, toClientPath } from "../../client-io/client-path.ts";
import type { ToolContext } from "../tool-context.ts";

/** Reveals nothing about a path outside the workspace, not even its kind. */
export async function findPath(
  context: ToolContext,
  path: string,
  means: "target" | "entry" = "target",
): Promise<PathFacts> {
  const facts = await (await context.facts()).pathFacts(toPlainPath(path), { means });
  return isInside(facts) ? facts : { ...facts, kind: "missing", isIgnored: undefined };
}

export function readSubject(facts: PathFacts): Subject<"read"> {
  return { request: { kind: "read", path: facts.requested }, facts };
}

export function writeSubject(facts: PathFacts): Subject<"write"> {
  return { request: { kind: "write", path: facts.requested }, facts };
}

/** Relative to the session's folder if the path is inside it. */
export function showPath({ real, workspace, requested, roots }: PathFacts): string {
  if (!roots.some((root) => isBelow(root, real))) return requested;
  return isBelow(workspace, real) ? relative(workspace, real) || "." : real;
}

/** The path as the client knows it. */
export function clientPath(context: ToolContext, facts: PathFacts): string {
  return toClientPath(context.roots, facts);
}

export function locate(context: ToolContext, facts: PathFacts, line?: number): ToolCallLocation {
  const path = clientPath(context, facts);
  return line === undefined ? { path } : { path, line };
}

/** Users paste `file:` URLs and `~`, and neither is a plausible file name here. */
function toPlainPath(path: string): string {
  if (path.startsWith("file://")) {
    try {
      return fileURLToPath(path);
    } catch {
      return path; // An invalid URL stays a path, which is then reported as missing.
    }
  }
  return path === "~" || path.startsWith("~/") ? join(homedir(), path.slice(1)) : path;
}
