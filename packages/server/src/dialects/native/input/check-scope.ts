// For requests whose need of a scope depends on what they bring: an MCP server is a program to run.
import type { Context } from "hono";
import type { ServerEnv } from "../../../http/dialect.ts";

/** Undefined: it may go on. */
export function refuseExtensions(
  context: Context<ServerEnv>,
  extensions: readonly unknown[] | undefined,
): Response | undefined {
  const { name, scopes } = context.get("caller");
  if (extensions === undefined || extensions.length === 0 || scopes.has("admin")) return undefined;
  const message = `The key ${name} does not have the scope admin, which extensions need.`;
  return context.json({ code: "forbidden", message, field: "extensions", requestId: context.get("requestId") }, 403);
}
