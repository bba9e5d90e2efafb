// The server as a whole: where it listens, what is open to whom, how it answers what no dialect answered.
import { openTestServer } from "@parley/test-support/server";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { startServer } from "./start-server.ts";
import { send } from "./testing/send.ts";
import { createSmallDialect } from "./testing/small-dialect.ts";

describe("the listening address", () => {
  it("must not be public unless that is allowed", async () => {
    await using server = await openTestServer({ dialects: [] });
    const options = { hub: server.hub, host: "0.0.0.0", port: 0, token: server.token, dialects: [] };
    await expect(startServer(options)).rejects.toMatchObject({
      code: "bad_config",
      message: expect.stringContaining("--allow-remote") as string,
    });
    await using remote = await startServer({ ...options, allowRemote: true });
    expect((await send(`http://127.0.0.1:${remote.port}/health`)).status).toBe(200);
  });

  it("reports that the port is in use", async () => {
    await using server = await openTestServer({ dialects: [] });
    const second = startServer({ hub: server.hub, port: server.server.port, token: "another-token" });
    await expect(second).rejects.toMatchObject({
      code: "bad_config",
      message: expect.stringContaining("in use") as string,
    });
  });
});

describe("a request that no dialect answers", () => {
  it("is a 404 that names the path", async () => {
    await using server = await openTestServer({ dialects: [] });
    const response = await server.fetch("/nowhere");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      code: "not_found",
      message: expect.stringContaining("GET /nowhere") as string,
    });
  });

  it("is a 500 without the reason, which is in the log under the request's id", async () => {
    const lines: { message: string; fields: unknown }[] = [];
    const log = { write: (_level: string, message: string, fields?: unknown) => lines.push({ message, fields }) };
    await using server = await openTestServer({ dialects: [createSmallDialect().create], log });
    const response = await server.fetch("/small/fail", { headers: { "X-Request-Id": "mine-1" } });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(response.headers.get("x-request-id")).toBe("mine-1");
    expect(JSON.parse(text)).toMatchObject({ code: "internal", requestId: "mine-1" });
    expect(text).not.toContain("secret of the inside");
    expect(JSON.stringify(lines)).toContain("a secret of the inside");
  });

  it("has the status of Parley's own errors", async () => {
    await using server = await openTestServer({ dialects: [createSmallDialect().create] });
    const response = await server.fetch("/small/busy");
    expect([response.status, await response.json()]).toMatchObject([
      409,
      { code: "session_busy", message: "a turn runs" },
    ]);
  });

  it("is a plain 400 if it is not HTTP", async () => {
    await using server = await openTestServer({ dialects: [] });
    const socket = connect(server.server.port, "127.0.0.1");
    socket.end("this is no HTTP\r\n\r\n");
    let text = "";
    for await (const chunk of socket.setEncoding("utf8")) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  });
});

it("sets security headers for browsers", async () => {
  await using server = await openTestServer({ dialects: [] });
  const { headers } = await server.fetch("/health");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("access-control-allow-origin")).toBeNull();
});
