import { describe, expect, it } from "vitest";
import { EXPANDED_CHARS_MAX } from "../limits.ts";
import { expandVariables } from "./expand-variables.ts";

describe("expandVariables", () => {
  it("replaces variables at any depth, and leaves other values and the names of fields alone", () => {
    const listed = { "${HOST}": { args: ["--at", "${HOST}:${PORT}"], count: 3, isOn: true, none: null } };
    expect(expandVariables(listed, { HOST: "here", PORT: "80" })).toEqual({
      value: { "${HOST}": { args: ["--at", "here:80"], count: 3, isOn: true, none: null } },
      missing: [],
    });
  });

  it.each([
    ["${SET:-other}", "value"],
    ["${EMPTY:-other}", ""],
    ["${GONE:-other}", "other"],
    ["${GONE:-}", ""],
    ["${GONE:-a:b-$c}", "a:b-$c"],
    ["$SET ${} ${SET ${a b}", "$SET ${} ${SET ${a b}"],
  ])("turns %s into %j", (text, expected) => {
    expect(expandVariables(text, { SET: "value", EMPTY: "" })).toEqual({ value: expected, missing: [] });
  });

  it("does not expand what a variable contains", () => {
    const env = { OUTER: "${INNER} $& $1", INNER: "secret" };
    expect(expandVariables("${OUTER}", env).value).toBe("${INNER} $& $1");
  });

  it("names each missing variable once", () => {
    expect(expandVariables(["${A}-${B}", "${A}"], {})).toEqual({ value: ["-", ""], missing: ["A", "B"] });
  });

  it("does not take what every object has for a variable", () => {
    expect(expandVariables("${constructor}|${toString:-x}", {})).toEqual({ value: "|x", missing: ["constructor"] });
  });

  it("refuses a small text that becomes very long", () => {
    const env = { LONG: "x".repeat(EXPANDED_CHARS_MAX / 4) };
    expect(expandVariables("${LONG}".repeat(4), env).missing).toEqual([]);
    expect(() => expandVariables(["${LONG}".repeat(4), { a: "${LONG}" }], env)).toThrow(
      expect.objectContaining({ code: "bad_config" }),
    );
  });
});
