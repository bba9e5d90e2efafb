// Checks that a caller has the scope that the table requires for its route.
import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import { ParleyError } from "@parley/base";
import type { Caller, RouteScope, RouteScopes, Scope, ServerApp, ServerEnv } from "../http/dialect.ts";
import type { Refusal } from "../http/refusal.ts";
import { ACTION_SCOPES, AGENT_ROUTES, UPGRADE_SCOPE, type Action } from "./scope-table.ts";

/** The scope of every mounted route. A route without a row is a bug, so the server does not start. */
export class RouteTable {
  readonly #scopes = new Map<string, RouteScope>();

  add(name: string, { routes }: Pick<ServerApp, "routes">, rows: RouteScopes): void {
    for (const { method, path } of routes) {
      const scope = rows[toRow(method, path)];
      if (scope === undefined) throw new Error(`Route ${method} ${path} of ${name} is missing in the scope table`);
      this.#scopes.set(`${method} ${path}`, scope);
    }
  }

  /** Undefined: it may pass. If several routes match, the strictest counts. */
  check(c: Context<ServerEnv>): Response | undefined {
    const { scopes, session } = c.get("caller");
    // A shortcut: the owner may do everything, and sends most requests.
    if (scopes.has("admin")) return undefined;
    for (const { method, path } of matchedRoutes(c)) {
      if (path === EVERYWHERE || (session !== undefined && AGENT_ROUTES.has(`${method} ${path}`))) continue;
      const scope = this.#scopes.get(`${method} ${path}`) ?? "admin";
      if (scope !== "open" && !scopes.has(scope)) return refuseScope(c, scope);
    }
    return undefined;
  }
}

/** The server's own middleware. */
const EVERYWHERE = "/*";

/** Files of the page have their content hash in their names. */
function toRow(method: string, path: string): string {
  return `${method} ${path.replace(/^\/page\/.*$/, "/page/:file")}`;
}

function refuseScope(c: Context<ServerEnv>, scope: Scope): Response {
  const message = `The key ${c.get("caller").name} does not have the scope ${scope}.`;
  return c.json({ code: "forbidden", message, requestId: c.get("requestId") }, 403);
}

/** For opening a WebSocket; each method over it has its own scope. */
export function checkUpgradeScope({ name, scopes }: Caller): Refusal | undefined {
  if (scopes.has(UPGRADE_SCOPE)) return undefined;
  return { status: 403, code: "forbidden", message: `The key ${name} does not have the scope ${UPGRADE_SCOPE}.` };
}

/** A method of ACP. Throws `forbidden`. */
export function checkMethodScope({ name, scopes }: Caller, method: string, scope: Scope): void {
  if (scopes.has(scope)) return;
  const message = `${method} requires the scope ${scope}, which the key ${name} does not have`;
  throw new ParleyError({ code: "forbidden", message });
}

/** Why the caller may not do this; undefined if it may. */
export function refuseAction({ name, scopes }: Caller, action: Action): string | undefined {
  const { scope, what } = ACTION_SCOPES[action];
  return scopes.has(scope) ? undefined : `${what} requires the scope ${scope}, which the key ${name} does not have`;
}

/** Throws `forbidden`. */
export function requireAction(caller: Caller, action: Action): void {
  const message = refuseAction(caller, action);
  if (message !== undefined) throw new ParleyError({ code: "forbidden", message });
}
