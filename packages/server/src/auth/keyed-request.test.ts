import { describe, expect, it } from "vitest";
import type { Caller } from "../http/dialect.ts";
import { keyRequest } from "./keyed-request.ts";
import { ownKey } from "./own-key.ts";

const TOKEN = { name: "token", scopes: new Set() } as unknown as Caller;
const LAPTOP = { name: "laptop", scopes: new Set() } as unknown as Caller;

function fingerprintOf(meaning: unknown): string | undefined {
  return keyRequest({ caller: TOKEN, idempotencyKey: "k" }, meaning).keyedRequest?.fingerprint;
}

describe("the fingerprint of a request", () => {
  it.each([
    ["fields in another order", { a: 1, b: { c: [1], d: 2 } }, { b: { d: 2, c: [1] }, a: 1 }],
    ["optional fields that are missing or null", { a: 1, b: undefined, c: null }, { a: 1 }],
  ])("is the same for %s", (_, one, other) => {
    expect(fingerprintOf(one)).toBe(fingerprintOf(other));
  });

  it.each([
    ["a value", { a: 1 }, { a: 2 }],
    ["a kind of value", { a: 1 }, { a: "1" }],
    ["the order of a list", { a: [1, 2] }, { a: [2, 1] }],
    ["one field more", { a: 1 }, { a: 1, b: false }],
    ["a nested field", { a: { b: 1 } }, { a: { c: 1 } }],
  ])("differs by %s", (_, one, other) => {
    expect(fingerprintOf(one)).not.toBe(fingerprintOf(other));
  });

  it("is not made without a key", () => {
    expect(keyRequest({ caller: TOKEN, idempotencyKey: undefined }, {})).toEqual({});
  });
});

describe("the key in messages", () => {
  it.each([TOKEN, LAPTOP])("is the one that the client sent", (caller) => {
    const keyed = keyRequest({ caller, idempotencyKey: ownKey(caller, "a key") }, {});
    expect(keyed.keyedRequest?.key).toBe("a key");
  });

  it("is called what the client calls it", () => {
    const keyed = keyRequest({ caller: LAPTOP, idempotencyKey: ownKey(LAPTOP, "a2a::m"), shown: "m" }, {});
    expect(keyed).toMatchObject({ idempotencyKey: "laptop a2a::m", keyedRequest: { key: "m" } });
  });
});
