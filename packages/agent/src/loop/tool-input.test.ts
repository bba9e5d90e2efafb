import { describe, expect, it } from "vitest";
import { z } from "zod";
import { INPUT_PROBLEMS_MAX } from "../limits.ts";
import { checkInput } from "./tool-input.ts";

const input = z.object({
  path: z.string(),
  lines: z.array(z.number()).optional(),
  isNew: z.boolean().optional(),
  count: z.number().optional(),
  edits: z.array(z.object({ at: z.object({ line: z.number() }) })).optional(),
});
const check = (written: unknown) => checkInput({ name: "edit", input }, written);

describe("the input of a tool", () => {
  it.each([
    [
      { path: "/a", lines: "[1, 2]" },
      { path: "/a", lines: [1, 2] },
    ],
    [
      { path: "/a", isNew: "true", count: "5" },
      { path: "/a", isNew: true, count: 5 },
    ],
    ['{"path":"/a"}', { path: "/a" }],
    ['{"path":"/a","lines":"[1]"}', { path: "/a", lines: [1] }],
    [
      { path: "/a", edits: [{ at: '{"line":"7"}' }] },
      { path: "/a", edits: [{ at: { line: 7 } }] },
    ],
    [{ path: "[1]" }, { path: "[1]" }],
  ])("may be JSON in a text: %j", (written, value) => {
    const before = structuredClone(written);
    expect(check(written)).toEqual({ value });
    expect(written).toEqual(before);
  });

  it.each([undefined, null, "", "  "])("may be missing if nothing is required: %j", (written) => {
    expect(checkInput({ name: "list", input: z.object({}) }, written)).toEqual({ value: {} });
    expect(check(written)).toMatchObject({ problem: expect.stringContaining("- path: required.") });
  });

  it.each(["not JSON", "[1]", 5, ["/a"]])("is an object: %j", (written) => {
    expect(check(written)).toEqual({ problem: "The input of edit must be a JSON object. Nothing was done." });
  });

  it.each([
    [{ path: 5 }, "- path: "],
    [{ path: "/a", isNew: "yes" }, "- isNew: "],
    [{ path: "/a", isNew: "1" }, "- isNew: "],
    [{ path: "/a", lines: "{}" }, "- lines: "],
    [{ path: "/a", edits: [{ at: { line: {} } }] }, "- edits.0.at.line: "],
  ])("that is ambiguous is refused with the field: %j", (written, problem) => {
    expect(check(written)).toMatchObject({ problem: expect.stringContaining(problem) });
  });

  it("has a limited number of problems", () => {
    const lines = Array.from({ length: INPUT_PROBLEMS_MAX + 3 }, () => "x");
    const { problem } = check({ path: "/a", lines }) as { readonly problem: string };
    expect(problem.split("\n")).toHaveLength(INPUT_PROBLEMS_MAX + 2);
    expect(problem).toContain("- and 3 more");
  });

  it("does not change other objects, whatever its fields are called", () => {
    const written = JSON.parse('{"path":"/a","__proto__":{"isNew":"true"},"constructor":"{}"}') as unknown;
    expect(check(written)).toEqual({ value: { path: "/a" } });
    expect("isNew" in {}).toBe(false);
  });
});
