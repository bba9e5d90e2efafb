import { describe, expect, it } from "vitest";
import { z } from "zod";
import { describeIssue } from "./describe-issue.ts";

function describeFor(schema: z.ZodType, value: unknown): string {
  const result = schema.safeParse(value);
  if (result.success) throw new Error("It fits");
  const { field, message } = describeIssue(result.error, value);
  return `${field}: ${message}`;
}

describe("a mistake in a request", () => {
  it.each([
    [{}, "name: is required"],
    [{ name: 5 }, "name: must be a string"],
    [{ name: "" }, "name: must not be empty"],
    [{ name: "x".repeat(11) }, "name: must have at most 10 characters"],
    [{ name: "x", limit: "many" }, "limit: must be a number"],
    [{ name: "x", limit: 1.5 }, "limit: must be a whole number"],
    [{ name: "x", limit: 0 }, "limit: must be at least 1"],
    [{ name: "x", limit: 500 }, "limit: must be at most 200"],
    [{ name: "x", state: "odd" }, "state: must be open, waiting or over"],
    [{ name: "x", either: 5 }, "either: must be a string or an object"],
    [{ name: "x", pair: [1] }, "pair: must have at least 2 items"],
    [{ name: "x", pair: [1, null] }, "pair.1: must be a number"],
    [{ name: "x", own: 5 }, "own: must be 1 or 2, nothing else"],
    [{ name: "x", odd: 5 }, "odd: is unknown"],
    [{ name: "x", url: "x" }, "url: is not a valid URL"],
  ])("is described in plain words: %j", (value, expected) => {
    const schema = z.strictObject({
      name: z.string().min(1).max(10),
      limit: z.coerce.number().int().min(1).max(200).optional(),
      state: z.enum(["open", "waiting", "over"]).optional(),
      either: z.union([z.string(), z.object({ a: z.string() })]).optional(),
      pair: z.array(z.number()).min(2).optional(),
      own: z.literal([1, 2], "must be 1 or 2, nothing else").optional(),
      url: z.url().optional(),
    });
    expect(describeFor(schema, value)).toBe(expected);
  });

  it("can be the whole value", () => {
    expect(describeFor(z.object({}), null)).toBe(": must be an object");
  });
});
