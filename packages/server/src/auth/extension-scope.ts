// The single rule, for every dialect, about MCP servers that a caller brings: they are programs to run.
import type { Caller } from "../http/dialect.ts";
import { refuseAction } from "./require-scope.ts";

/** Why the caller may not bring these; undefined if it may, or brings none. */
export function refuseExtensions(caller: Caller, extensions: unknown): string | undefined {
  const isEmpty =
    extensions === undefined || extensions === null || (Array.isArray(extensions) && extensions.length === 0);
  return isEmpty ? undefined : refuseAction(caller, "bringServers");
}
