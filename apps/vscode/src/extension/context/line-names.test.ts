import { expect, it } from "vitest";
import { nameLines } from "./line-names.ts";

it("names lines behind a path, without the one that a selection only touches", () => {
  const range = (start: number, end: number, character: number): Parameters<typeof nameLines>[0] => ({
    start: { line: start },
    end: { line: end, character },
  });
  expect(nameLines(undefined)).toBe("");
  expect(nameLines(range(0, 0, 5))).toBe(":1");
  expect(nameLines(range(2, 4, 3))).toBe(":3-5");
  expect(nameLines(range(2, 4, 0))).toBe(":3-4");
});
