// The one rule about MCP servers that a caller brings, for every dialect: they are programs to run, so they need the scope admin.
import type { Caller } from "../http/dialect.ts";

/** Why the caller may not bring these; undefined if it may, or brings none. */
export function refuseExtensions({ name, scopes }: Caller, extensions: unknown): string | undefined {
  const isEmpty =
    extensions === undefined || extensions === null || (Array.isArray(extensions) && extensions.length === 0);
  if (isEmpty || scopes.has("admin")) return undefined;
  return `The key ${name} does not have the scope admin, which MCP servers need`;
}
