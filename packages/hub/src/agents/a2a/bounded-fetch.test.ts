// Answers with an end.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createBoundedFetch } from "./bounded-fetch.ts";

it("gives back answers within the limit, and streams whatever they are, but nothing larger", async () => {
  const server = createServer((request, response) => {
    const type = request.url === "/stream" ? "text/event-stream" : "application/json";
    response.writeHead(201, { "Content-Type": type }).end(request.url === "/small" ? '"ok"' : "x".repeat(2000));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const get = createBoundedFetch(fetch, 1000);
    const small = await get(`${url}/small`);
    expect([small.status, small.headers.get("content-type"), await small.json()]).toEqual([
      201,
      "application/json",
      "ok",
    ]);
    expect((await (await get(`${url}/stream`)).text()).length).toBe(2000);
    await expect((await get(`${url}/large`)).text()).rejects.toMatchObject({ code: "message_too_large" });
  } finally {
    server.close();
  }
});
