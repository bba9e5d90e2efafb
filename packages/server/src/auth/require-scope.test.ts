import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { Caller, RouteScopes, Scope, ServerEnv } from "../http/dialect.ts";
import { checkMethodScope, checkUpgradeScope, refuseAction, requireAction, RouteTable } from "./require-scope.ts";

const caller = (...scopes: readonly Scope[]): Caller => ({ name: "ci", scopes: new Set(scopes) });
const agent: Caller = { name: "agent", scopes: new Set(), session: "s1" };

const ROWS: RouteScopes = {
  "GET /open": "open",
  "GET /read": "read",
  "POST /read": "drive",
  "GET /page/:file": "read",
  "GET /read/*": "read",
  "GET /read/:id": "admin",
  "POST /mcp/editor/:session": "drive",
};

/** The status that each caller gets. */
async function statusOf(who: Caller, method: string, path: string): Promise<number> {
  const table = new RouteTable();
  const app = new Hono<ServerEnv>();
  app.use("/*", async (c, next) => {
    c.set("caller", who);
    return table.check(c) ?? next();
  });
  const routes = new Hono<ServerEnv>();
  for (const row of Object.keys(ROWS)) {
    const [verb = "", route = ""] = row.split(" ");
    routes.on(verb, route.replace(":file", "app-1a2b.js"), (c) => c.text("ok"));
  }
  table.add("test", routes, ROWS);
  app.route("/", routes);
  app.get("/forgotten", (c) => c.text("ok"));
  return (await app.request(path, { method })).status;
}

describe("a route", () => {
  it.each([
    [caller(), "GET", "/open", 200],
    [caller(), "GET", "/read", 403],
    [caller("read"), "GET", "/read", 200],
    [caller("read"), "POST", "/read", 403],
    [caller("read", "drive"), "POST", "/read", 200],
    [caller("read"), "GET", "/page/app-1a2b.js", 200],
    [caller(), "GET", "/page/app-1a2b.js", 403],
    [caller("admin"), "GET", "/read/1", 200],
    [agent, "POST", "/mcp/editor/s1", 200],
    [agent, "GET", "/read", 403],
    [caller("admin"), "GET", "/forgotten", 200],
    [caller("read", "drive"), "GET", "/forgotten", 403],
    [caller("read"), "POST", "/mcp/editor/s1", 403],
  ])("is for those who have its scope (%#)", async (who, method, path, status) => {
    expect(await statusOf(who, method, path)).toBe(status);
  });

  it("that several rows match has the strictest scope", async () => {
    expect(await statusOf(caller("read", "drive"), "GET", "/read/1")).toBe(403);
    expect(await statusOf(caller("read"), "GET", "/read/1/more")).toBe(200);
  });

  it("without a row keeps the server from starting", () => {
    const app = new Hono<ServerEnv>().get("/new", (c) => c.text("ok"));
    expect(() => new RouteTable().add("test", app, {})).toThrow("Route GET /new of test is missing in the scope table");
  });
});

describe("a scope", () => {
  it("is needed for a method and for opening a WebSocket", () => {
    expect(() => checkMethodScope(caller("read"), "session/prompt", "read")).not.toThrow();
    expect(() => checkMethodScope(caller("read"), "session/prompt", "drive")).toThrow(
      expect.objectContaining({
        code: "forbidden",
        message: "session/prompt requires the scope drive, which the key ci does not have",
      }),
    );
    expect(checkUpgradeScope(caller("read"))).toBeUndefined();
    expect(checkUpgradeScope(caller())).toMatchObject({ status: 403, code: "forbidden" });
  });

  it("is needed for an action", () => {
    expect(() => requireAction(caller("read", "drive"), "rememberDeny")).not.toThrow();
    expect(refuseAction(caller("drive"), "approveAll")).toBe(
      "A prompt with approve: all requires the scope admin, which the key ci does not have",
    );
    expect(() => requireAction(caller("drive"), "approveAll")).toThrow(expect.objectContaining({ code: "forbidden" }));
  });
});
