import { describe, expect, it } from "vitest";
import { startHttpServer, type HttpServer } from "../testing/http-server.ts";
import { createBoundedFetch } from "./bounded-fetch.ts";

const serve = (type: string, chunks: readonly string[], status = 200): Promise<HttpServer> =>
  startHttpServer(() => async (_, response) => {
    response.writeHead(status, { "content-type": type });
    for (const chunk of chunks) await new Promise((resolve) => response.write(chunk, resolve));
    response.end();
  });

const bounded = createBoundedFetch(1_000);

describe("createBoundedFetch", () => {
  it("passes on what is small enough, with all that belongs to it", async () => {
    await using http = await serve("application/json", ["{}"], 418);
    const response = await bounded(http.url);
    expect([response.status, response.url, response.headers.get("content-type")]).toEqual([
      418,
      http.url,
      "application/json",
    ]);
    expect(await response.json()).toEqual({});
  });

  it("breaks off what is too large", async () => {
    await using http = await serve("application/json", ["x".repeat(600), "x".repeat(600)]);
    await expect((await bounded(http.url)).text()).rejects.toThrow(/more than 1000 bytes/);
  });

  it.each([
    ["\n\n", ["data: x\n\n"]],
    ["\r\n\r\n", ["data: x\r\n\r\n"]],
    ["a newline in each of two chunks", ["data: x\n", "\n"]],
    ["a blank line between chunks", ["data: x\r\n", "\r\n"]],
  ])("counts events one by one, ended by %j", async (_, pieces) => {
    await using http = await serve("text/event-stream", Array.from({ length: 300 }, () => pieces).flat());
    const text = await (await bounded(http.url)).text();
    expect(text).toHaveLength(300 * pieces.join("").length);
  });

  it("breaks off an event that has no end", async () => {
    await using http = await serve("text/event-stream", [
      "data: x\n\n",
      ...Array.from({ length: 50 }, () => "data: more\n".repeat(5)),
    ]);
    await expect((await bounded(http.url)).text()).rejects.toThrow(/more than 1000 bytes/);
  });

  it("has nothing to bound where there is no body", async () => {
    await using http = await startHttpServer(() => (_, response) => response.writeHead(204).end());
    expect((await bounded(http.url)).status).toBe(204);
  });
});
