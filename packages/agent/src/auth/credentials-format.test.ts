import type { JsonObject } from "@parley/base";
import { describe, expect, it } from "vitest";
import { SECRET_CHARS_MAX } from "../limits.ts";
import { isSecretValue, parseCredentials, valuesOf } from "./credentials-format.ts";

describe("the file of credentials", () => {
  it("keeps what a newer version wrote, and has no entries that every object has", () => {
    const parsed = parseCredentials('{"version":2,"later":true,"credentials":{"a":{"values":{"K":"v"}},"b":7}}');
    expect(parsed).toEqual({ file: { version: 2, later: true, credentials: { a: { values: { K: "v" } }, b: 7 } } });
    const credentials: JsonObject = "file" in parsed ? parsed.file.credentials : {};
    expect(credentials["constructor"]).toBeUndefined();
    expect(credentials["__proto__"]).toBeUndefined();
  });

  it.each([
    ["", "is not a JSON object"],
    ["[]", "is not a JSON object"],
    ["sk-secret", "is not a JSON object"],
    ['{"version":"sk-secret","credentials":{}}', "has no version"],
    ['{"version":0,"credentials":{}}', "has no version"],
    ['{"version":1.5,"credentials":{}}', "has no version"],
    ['{"version":1}', "has no credentials"],
    ['{"version":1,"credentials":["sk-secret"]}', "has no credentials"],
  ])("%j %s, and the error does not quote it", (text, damage) => {
    expect(parseCredentials(text)).toEqual({ damage });
  });
});

it("only texts are values of an entry", () => {
  const values = valuesOf({ values: { KEY: "v", COUNT: 1, NONE: null } });
  expect(values).toEqual({ KEY: "v" });
  expect(values?.["toString"]).toBeUndefined();
  for (const entry of [undefined, null, "v", [], {}, { values: [] }, { values: {} }, { values: { KEY: 1 } }]) {
    expect(valuesOf(entry)).toBeUndefined();
  }
});

it.each<[string, boolean, unknown]>([
  ["a plain key", true, "sk-~!09"],
  ["the longest key", true, "x".repeat(SECRET_CHARS_MAX)],
  ["a longer key", false, "x".repeat(SECRET_CHARS_MAX + 1)],
  ["an empty key", false, ""],
  ["a key with a space", false, "a b"],
  ["a key that ends a header", false, "a\r\nX-Other: b"],
  ["a key with a line end", false, "a\n"],
  ["a key beyond ASCII", false, "schlüssel"],
  ["a number", false, 7],
  ["no key", false, undefined],
])("%s may be a key: %j", (_what, expected, value) => {
  expect(isSecretValue(value)).toBe(expected);
});
