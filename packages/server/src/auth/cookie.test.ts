// Cookies end, and belong to one key of one server.
import { createFakeClock } from "@parley/test-support";
import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { COOKIE_MAX_AGE_SECONDS } from "../limits.ts";
import { createCookies } from "./cookie.ts";
import { createKeyRing, type KeyOption } from "./key-ring.ts";

const SECRET = "secret-of-this-server";

it("is valid until it expires, and not for a server with another token or port", () => {
  const clock = createFakeClock();
  const cookies = createCookies(createKeyRing("a-token"), { clock, secret: SECRET, port: () => 1 });
  const [pair = ""] = cookies.issue("token")?.split(";") ?? [];
  expect(cookies.find(pair)).toMatchObject({ name: "token" });
  expect(createCookies(createKeyRing("b-token"), { clock, secret: SECRET, port: () => 1 }).find(pair)).toBeUndefined();
  expect(createCookies(createKeyRing("a-token"), { clock, secret: SECRET, port: () => 2 }).find(pair)).toBeUndefined();
  clock.advance(COOKIE_MAX_AGE_SECONDS * 1000);
  expect(cookies.find(pair)).toBeUndefined();
});

it("cannot be extended by its holder", () => {
  const clock = createFakeClock();
  const cookies = createCookies(createKeyRing("a-token"), { clock, secret: SECRET, port: () => 1 });
  const [pair = ""] = cookies.issue("token")?.split(";") ?? [];
  expect(cookies.find(pair.replace(/~\d+~/, "~9999999999999999~"))).toBeUndefined();
});

it("is sent only over https if browsers use https", () => {
  const options = { clock: createFakeClock(), secret: SECRET, port: () => 1 };
  const keys = createKeyRing("a-token");
  expect(createCookies(keys, { ...options, isSecure: true }).issue("token")).toContain("; Secure");
  expect(createCookies(keys, options).issue("token")).not.toContain("Secure");
});

it("cannot be made from a key's hash in a configuration file", () => {
  const clock = createFakeClock();
  const key = { name: "dashboard", hash: "a".repeat(64), scopes: ["admin" as const] };
  const cookies = createCookies(createKeyRing("a-token", [key]), { clock, secret: SECRET, port: () => 1 });
  const content = `dashboard~${clock.now() + 1_000_000}`;
  for (const guess of [key.hash, Buffer.from(key.hash, "hex").toString("latin1"), "", "a-token", "dashboard"]) {
    for (const text of [`parley cookie ${content}`, `parley cookie ${key.hash} ${content}`, content]) {
      const signature = createHmac("sha256", guess).update(text).digest("base64url");
      expect(cookies.find(`parley_1=${content}~${signature}`)).toBeUndefined();
    }
  }
});

it("becomes invalid with its key, a change of the key's scopes, or the server's secret", () => {
  const options = { clock: createFakeClock(), secret: SECRET, port: () => 1 };
  const key = { name: "dashboard", hash: "a".repeat(64), scopes: ["drive" as const] };
  const cookies = createCookies(createKeyRing("a-token", [key]), options);
  const [pair = ""] = cookies.issue("dashboard")?.split(";") ?? [];
  expect(cookies.find(pair)).toMatchObject({ name: "dashboard" });
  const later = (keys: readonly KeyOption[], secret = SECRET) =>
    createCookies(createKeyRing("a-token", keys), { ...options, secret }).find(pair);
  expect(later([key])).toMatchObject({ name: "dashboard" });
  expect(later([])).toBeUndefined();
  expect(later([{ ...key, hash: "b".repeat(64) }])).toBeUndefined();
  expect(later([{ ...key, scopes: ["admin"] }])).toBeUndefined();
  expect(later([key], "another-secret")).toBeUndefined();
});
