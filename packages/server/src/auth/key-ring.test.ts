// Keys as they are configured: what does not fit is said at the start.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createKeyRing, UNSURE } from "./key-ring.ts";

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
  expect(ring.named("ci")).toMatchObject({ caller: { scopes: new Set(["read", "drive"]) } });
});

describe("keys that change", () => {
  const secretOf = (name: string): string => `the secret of ${name}`;
  const keyOf = (name: string, scope: "read" | "admin" = "read") => ({
    name,
    hash: createHash("sha256").update(secretOf(name)).digest("hex"),
    scopes: [scope],
  });

  function open() {
    let change = (): void => undefined;
    const source = {
      all: [keyOf("ci"), keyOf("board")],
      isCurrent: true,
      onChange: (told: () => void) => ((change = told), () => undefined),
    };
    const ring = createKeyRing("a-token", source);
    const gone: string[] = [];
    ring.onRevoked((callers) => gone.push(...[...callers].map(({ name }) => name)));
    const set = (all: typeof source.all): void => {
      source.all = all;
      change();
    };
    return { ring, source, gone, set };
  }

  it("are found as soon as they are there, and not once they are revoked or mean something else", () => {
    const { ring, gone, set } = open();
    const before = ring.find(secretOf("ci"));
    set([keyOf("ci"), keyOf("board", "admin"), keyOf("new")]);
    expect(gone).toEqual(["board"]);
    expect(ring.find(secretOf("ci"))).toBe(before);
    expect(ring.find(secretOf("new"))).toMatchObject({ name: "new" });
    set([]);
    expect(gone).toEqual(["board", "ci", "board", "new"]);
    expect(ring.find(secretOf("ci"))).toBeUndefined();
    expect(ring.find("a-token")).toMatchObject({ name: "token" });
  });

  it("are not accepted while one of them may have been revoked elsewhere; the token is", () => {
    const { ring, source } = open();
    source.isCurrent = false;
    expect([ring.find(secretOf("ci")), ring.named("ci")]).toEqual([UNSURE, UNSURE]);
    expect(ring.find("another secret")).toBeUndefined();
    expect(ring.find("a-token")).toMatchObject({ name: "token" });
  });
});
