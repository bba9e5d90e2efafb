// What operators see: figures of what really happened, logs without secrets, readiness.
import { openTestServer } from "@parley/test-support/server";
import type { LogFields } from "@parley/base";
import { expect, it } from "vitest";
import { createSmallDialect } from "../testing/small-dialect.ts";
import { redactTarget } from "./request-log.ts";

it("counts requests by route pattern, never by id", async () => {
  await using server = await openTestServer({ dialects: [createSmallDialect().create] });
  for (const id of ["a", "b", "c"]) await (await server.fetch(`/small/items/${id}`)).text();
  await server.fetch("/nowhere-at-all");
  await fetch(`${server.url}/small/who`);
  const text = await (await server.fetch("/metrics")).text();
  expect(text).toContain('parley_http_requests_total{method="GET",route="/small/items/:id",status="200"} 3');
  expect(text).toContain('parley_http_requests_total{method="GET",route="unknown",status="404"} 1');
  expect(text).toContain('parley_http_requests_total{method="GET",route="refused",status="401"} 1');
  expect(text).toContain('parley_http_request_seconds_count{method="GET",route="/small/items/:id"} 3');
  expect(text).toContain("process_resident_memory_bytes");
  expect(text).not.toContain("nowhere-at-all");
});

it("is not ready if the store does not respond", async () => {
  await using server = await openTestServer({ dialects: [] });
  expect((await server.fetch("/ready")).status).toBe(200);
  await server.hub.store[Symbol.asyncDispose]();
  const response = await server.fetch("/ready");
  expect([response.status, await response.json()]).toMatchObject([503, { status: "not_ready" }]);
});

it("logs a line for each request, without secrets", async () => {
  const lines: LogFields[] = [];
  const log = {
    write: (_level: string, message: string, fields: LogFields = {}) => lines.push({ message, ...fields }),
  };
  const token = "a-token-that-nobody-may-see";
  await using server = await openTestServer({ dialects: [createSmallDialect().create], log, token });
  await server.fetch("/small/who?api_key=hidden-key");
  await fetch(`${server.url}/?token=${token}`, { redirect: "manual" });
  await server.server.close({ graceMs: 0 });
  expect(lines).toContainEqual(
    expect.objectContaining({ message: "request", method: "GET", route: "/small/who", status: 200, caller: "token" }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ target: "/?token=…", status: 303 }));
  expect(JSON.stringify(lines)).not.toMatch(/nobody-may-see|hidden-key/);
});

it.each([
  ["/sessions?limit=2&cursor=abc", "/sessions?limit=2&cursor=abc"],
  ["/?token=abc&x=1", "/?token=…&x=1"],
  ["/x?Access_Token=abc", "/x?Access_Token=…"],
])("shows %s as %s", (target, shown) => {
  expect(redactTarget(target)).toBe(shown);
});
