// Keys as they are configured: what does not fit is said at the start.
import { expect, it } from "vitest";
import { createKeyRing } from "./key-ring.ts";

const hash = "a".repeat(64);

it.each([
  [{ name: "token", hash, scopes: ["read"] as const }, "name"],
  [{ name: "two words", hash, scopes: ["read"] as const }, "name"],
  [{ name: "ci", hash: "abc", scopes: ["read"] as const }, "hash"],
  [{ name: "ci", hash, scopes: [] }, "scopes"],
])("refuses %j", (key, word) => {
  expect(() => createKeyRing("a-token", [key])).toThrow(word);
});

it("refuses an empty token", () => {
  expect(() => createKeyRing("")).toThrow("empty");
});

it("includes the weaker scopes in a stronger one", () => {
  const ring = createKeyRing("a-token", [{ name: "ci", hash, scopes: ["drive"] }]);
  expect(ring.named("ci")?.caller.scopes).toEqual(new Set(["read", "drive"]));
});
