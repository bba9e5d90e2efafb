import { createHash } from "node:crypto";
import { openTestServer } from "@parley/test-support/server";
import { expect, it } from "vitest";
import { readServerKeys } from "./server-keys.ts";

const read = (serverKeys: unknown) => readServerKeys({ path: "config.json", values: { serverKeys } });

it("reads additional keys with limited scopes", async () => {
  const key = "a-key-for-a-dashboard";
  const hash = createHash("sha256").update(key).digest("hex");
  const keys = read([{ name: "dashboard", hash, scopes: ["read"] }]);
  await using server = await openTestServer({ keys });
  const send = (method: string) =>
    fetch(`${server.url}/sessions`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(method === "POST" && { body: "{}" }),
    });
  expect((await send("GET")).status).toBe(200);
  expect((await send("POST")).status).toBe(403);
});

it("names the invalid part of the file", () => {
  expect(readServerKeys({ path: "config.json", values: {} })).toEqual([]);
  expect(() => read({})).toThrow("config.json: serverKeys must be a list");
  expect(() => read([{ name: "x" }])).toThrow("serverKeys[0] must be an object with name and hash");
  expect(() => read([{ name: "x", hash: "y", scopes: ["write"] }])).toThrow("serverKeys[0].scopes must be a list of");
});
