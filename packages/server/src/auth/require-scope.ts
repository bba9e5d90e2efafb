// What a caller must be allowed to: by the method, unless a route says otherwise.
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { Caller, Scope, ServerEnv } from "../http/dialect.ts";
import type { Refusal } from "../http/refusal.ts";

/** What routes use that say it themselves. */
const ownChecks = new WeakSet<object>();

export function requireScope(scope: Scope): MiddlewareHandler<ServerEnv> {
  const check: MiddlewareHandler<ServerEnv> = (c, next) =>
    c.get("caller").scopes.has(scope) ? next() : Promise.resolve(refuseScope(c, scope));
  ownChecks.add(check);
  return check;
}

/** Undefined: it may go on. */
export function checkDefaultScope(c: Context<ServerEnv>): Response | undefined {
  const { method } = c.req;
  const scope: Scope = method === "GET" || method === "HEAD" ? "read" : "drive";
  if (c.get("caller").scopes.has(scope)) return undefined;
  // Rare, so that looking at the route costs nobody else anything.
  return matchedRoutes(c).some(({ handler }) => hasOwnCheck(handler)) ? undefined : refuseScope(c, scope);
}

function hasOwnCheck(handler: object): boolean {
  if (ownChecks.has(handler)) return true;
  // A dialect with an error handler of its own has its routes wrapped; Hono keeps the inner one under this name.
  const inner = (handler as { readonly [COMPOSED]?: unknown })[COMPOSED];
  return typeof inner === "function" && ownChecks.has(inner);
}

const COMPOSED = "__COMPOSED_HANDLER";

function refuseScope(c: Context<ServerEnv>, scope: Scope): Response {
  const message = `The key ${c.get("caller").name} does not have the scope ${scope}.`;
  return c.json({ code: "forbidden", message, requestId: c.get("requestId") }, 403);
}

/** A WebSocket can do everything that a session needs. */
export function checkUpgradeScope({ name, scopes }: Caller): Refusal | undefined {
  if (scopes.has("drive")) return undefined;
  return { status: 403, code: "forbidden", message: `The key ${name} does not have the scope drive.` };
}
