import { describe, expect, it } from "vitest";
import type { StringPropertySchema } from "../generated/types.ts";
import { ANSWER_CHARS_MAX } from "../limits.ts";
import { checkText } from "./check-text.ts";

describe("a text in a form", () => {
  it("has its length in characters, not in halves of them", () => {
    expect(checkText({ minLength: 2, maxLength: 2 }, "😀😀")).toBeUndefined();
    expect(checkText({ minLength: 2 }, "😀")).toBe("must be at least 2 characters");
    expect(checkText({ maxLength: 1 }, "ab")).toBe("must be at most 1 characters");
    expect(checkText({ minLength: null, maxLength: null }, "")).toBeUndefined();
    expect(checkText({}, "x".repeat(ANSWER_CHARS_MAX + 1))).toBe(`must be at most ${ANSWER_CHARS_MAX} characters`);
  });

  it("is one of the choices", () => {
    const titled = { oneOf: [{ const: "a", title: "A" }] };
    expect([checkText({ enum: ["a", "b"] }, "b"), checkText(titled, "a")]).toEqual([undefined, undefined]);
    expect(checkText({ enum: ["a", "b"] }, "c")).toBe("must be one of a, b");
    expect(checkText(titled, "A")).toBe("must be one of a");
  });

  it.each([
    ["email", ["a@b", "ä.b+c@d.example"], ["", "a", "a@", "@b", "a b@c", "a@b@c"]],
    ["uri", ["https://a.example/x", "mailto:a@b"], ["", "a.example", "//a"]],
    ["date", ["2026-01-31", "2024-02-29"], ["", "2026-02-29", "2026-02-31", "2026-13-01", "2026-1-1", "31.1.2026"]],
    [
      "date-time",
      ["2026-01-31T12:00:00Z", "2026-01-31t12:00:00.123z", "2024-02-29 12:00:00+02:00", "2026-01-01T00:00:00+14:00"],
      ["", "2026-01-31", "2026-01-31T12:00:00", "2026-01-31T25:00:00Z", "2026-13-01T12:00:00Z", "2026-02-31T12:00:00Z"],
    ],
  ] as const)("in the format %s is checked", (format, yes, no) => {
    expect(yes.filter((text) => checkText({ format }, text) !== undefined)).toEqual([]);
    expect(no.filter((text) => checkText({ format }, text) === undefined)).toEqual([]);
  });

  it.each(["hostname", "constructor", "__proto__"])("in the unknown format %s is accepted", (format) => {
    expect(checkText({ format }, "anything")).toBeUndefined();
  });

  it("matches the pattern as the platform says", () => {
    const schema: StringPropertySchema = { pattern: "^a", enum: ["a", "b"] };
    const asked: string[] = [];
    const matches = (pattern: string, text: string): boolean => {
      asked.push(`${pattern} ${text}`);
      return text === "a";
    };
    expect(checkText(schema, "a", matches)).toBeUndefined();
    expect(checkText(schema, "b", matches)).toBe("must match ^a");
    expect(checkText(schema, "c", matches)).toBe("must be one of a, b");
    expect(asked).toEqual(["^a a", "^a b"]);
  });
});
