import { startWebServer, type WebServer } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { createBoundedFetch } from "./bounded-fetch.ts";

const serve = (type: string, chunks: readonly string[], status = 200): Promise<WebServer> =>
  startWebServer({
    "/": (_, response) => {
      response.writeHead(status, { "content-type": type });
      void (async () => {
        for (const chunk of chunks) await new Promise((resolve) => response.write(chunk, resolve));
        response.end();
      })();
    },
  });

const bounded = createBoundedFetch(fetch, 1_000);

describe("createBoundedFetch", () => {
  it("passes on a small response with its status, URL and headers", async () => {
    await using web = await serve("application/json", ["{}"], 418);
    const response = await bounded(web.origin);
    expect([response.status, response.url, response.headers.get("content-type")]).toEqual([
      418,
      `${web.origin}/`,
      "application/json",
    ]);
    expect(await response.json()).toEqual({});
  });

  it("fails while reading a response past the limit", async () => {
    await using web = await serve("application/json", ["x".repeat(600), "x".repeat(600)]);
    await expect((await bounded(web.origin)).text()).rejects.toMatchObject({
      code: "message_too_large",
      message: "The response is larger than 1000 bytes",
    });
  });

  it.each([
    ["\n\n", ["data: x\n\n"]],
    ["\r\n\r\n", ["data: x\r\n\r\n"]],
    ["a newline in each of two chunks", ["data: x\n", "\n"]],
    ["a blank line between chunks", ["data: x\r\n", "\r\n"]],
  ])("counts each event alone, ended by %j", async (_, pieces) => {
    await using web = await serve("text/event-stream", Array.from({ length: 300 }, () => pieces).flat());
    const text = await (await bounded(web.origin)).text();
    expect(text).toHaveLength(300 * pieces.join("").length);
  });

  it("fails while reading an event that does not end", async () => {
    await using web = await serve("text/event-stream", [
      "data: x\n\n",
      ...Array.from({ length: 50 }, () => "data: more\n".repeat(5)),
    ]);
    await expect((await bounded(web.origin)).text()).rejects.toThrow(/larger than 1000 bytes/);
  });

  it("leaves a response without a body as it is", async () => {
    await using web = await startWebServer({ "/": (_, response) => response.writeHead(204).end() });
    expect((await bounded(web.origin)).status).toBe(204);
  });
});
