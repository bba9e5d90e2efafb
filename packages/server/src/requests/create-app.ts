// The routes of the server in one app: its own first, then those of every dialect.
import type { Log } from "@parley/base";
import { Hono } from "hono";
import { RouteTable } from "../auth/require-scope.ts";
import { ROUTE_SCOPES } from "../auth/scope-table.ts";
import { admissionOf } from "../http/admission.ts";
import type { Dialect, ServerApp, ServerEnv } from "../http/dialect.ts";
import { answerNotFound, createErrorHandler } from "./error-answers.ts";

export function createApp(log: Log, parts: readonly Pick<Dialect, "name" | "mount" | "scopes">[]): ServerApp {
  const app = new Hono<ServerEnv>();
  const table = new RouteTable();
  app.onError(createErrorHandler(log));
  app.notFound(answerNotFound);
  app.use((c, next) => {
    const admission = admissionOf(c.env.incoming);
    if (admission?.caller === undefined) throw new Error("a request reached a route without passing the gate");
    admission.context = c;
    c.set("caller", admission.caller);
    c.set("requestId", admission.requestId);
    const refused = table.check(c);
    return refused === undefined ? next() : Promise.resolve(refused);
  });
  for (const part of parts) {
    // One app per dialect, so that errors never have another dialect's format.
    const own = new Hono<ServerEnv>();
    part.mount(own);
    table.add(part.name, own, ROUTE_SCOPES[part.name] ?? part.scopes ?? {});
    app.route("/", own);
  }
  return app;
}
