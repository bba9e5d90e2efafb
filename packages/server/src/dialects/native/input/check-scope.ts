// Requests that need another scope for what they bring: refused with 403, as the native API words it.
import type { Context } from "hono";
import { refuseExtensions as refuse } from "../../../auth/extension-scope.ts";
import type { ServerEnv } from "../../../http/dialect.ts";

/** Undefined: the caller may bring them. */
export function refuseExtensions(context: Context<ServerEnv>, extensions: unknown): Response | undefined {
  const why = refuse(context.get("caller"), extensions);
  if (why === undefined) return undefined;
  const body = { code: "forbidden", message: `extensions: ${why}.`, field: "extensions" };
  return context.json({ ...body, requestId: context.get("requestId") }, 403);
}
