import type { ElicitationPropertySchema, ElicitationSchema } from "../generated/types.ts";
import { describe, expect, it } from "vitest";
import { checkFormAnswer } from "./check-form-answer.ts";

function check(property: ElicitationPropertySchema, value: unknown): string | undefined {
  return checkFormAnswer({ properties: { field: property } }, { field: value })?.problem;
}

describe("a form's answer", () => {
  it.each<[ElicitationPropertySchema, unknown[], unknown[]]>([
    [{ type: "string" }, ["", "x"], [1, true, ["x"], {}]],
    [{ type: "string", minLength: 2, maxLength: 3 }, ["ab", "žžž", "👍👍"], ["a", "abcd"]],
    [{ type: "string", enum: ["a", "b"] }, ["a"], ["c", ""]],
    [{ type: "string", oneOf: [{ const: "a", title: "A" }] }, ["a"], ["A"]],
    [{ type: "string", format: "email" }, ["a@b.example"], ["a", "@", "a b@c"]],
    [{ type: "string", format: "uri" }, ["https://a.example/x"], ["a", "//a"]],
    [{ type: "string", format: "date" }, ["2026-01-31"], ["2026-02-31", "31.1.2026", "2026-1-1"]],
    [
      { type: "string", format: "date-time" },
      ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.5+02:00"],
      ["2026-01-31", "x"],
    ],
    [{ type: "string", format: "unheard-of" }, ["x"], []],
    [{ type: "number", minimum: 1, maximum: 2 }, [1, 1.5, 2], [0.9, 2.1, "1", Number.NaN, Number.POSITIVE_INFINITY]],
    [{ type: "integer", minimum: 0 }, [0, 7], [0.5, -1, "7"]],
    [{ type: "boolean" }, [true, false], ["true", 1]],
    [
      { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 1, maxItems: 2 },
      [["a"], ["a", "b"]],
      [[], ["c"], ["a", "b", "a"], "a", [1]],
    ],
    [{ type: "array", items: { anyOf: [{ const: "a", title: "A" }] } }, [[], ["a"]], [["A"]]],
    [{ kind: "unknown", raw: { type: "colour" } }, ["red", 1, true, ["red"]], [{}, [1]]],
  ])("fits %j", (property, good, bad) => {
    expect(good.filter((value) => check(property, value) !== undefined)).toEqual([]);
    expect(bad.filter((value) => check(property, value) === undefined)).toEqual([]);
  });

  it("has what is required, may leave out the rest, and has nothing else", () => {
    const schema = {
      properties: { a: { type: "string" }, b: { type: "string" } },
      required: ["a", "missing"],
    } as const;
    const fieldOf = (content: object): unknown =>
      checkFormAnswer({ ...schema, required: ["a"] }, content as Record<string, unknown>)?.field;
    expect(fieldOf({ a: "x" })).toBeUndefined();
    expect(fieldOf({ a: "x", b: null })).toBeUndefined();
    expect(fieldOf({ b: "x" })).toBe("a");
    expect(fieldOf({ a: null })).toBe("a");
    expect(fieldOf({ a: "x", c: "x" })).toBe("c");
    expect(fieldOf({ a: "x", toString: "x" })).toBe("toString");
    expect(checkFormAnswer({ required: ["missing"] }, {})).toEqual({
      field: "missing",
      problem: "is required",
    });
  });

  it("has texts that match their pattern, where patterns can be tried", () => {
    const schema: ElicitationSchema = { properties: { field: { type: "string", pattern: "^[a-z]+$" } } };
    const matches = (pattern: string, text: string): boolean => new RegExp(pattern, "u").test(text);
    expect(checkFormAnswer(schema, { field: "ABC" })).toBeUndefined();
    expect(checkFormAnswer(schema, { field: "abc" }, matches)).toBeUndefined();
    expect(checkFormAnswer(schema, { field: "ABC" }, matches)?.problem).toBe("must match ^[a-z]+$");
  });
});
