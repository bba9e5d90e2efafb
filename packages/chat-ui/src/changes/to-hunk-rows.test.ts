import { expect, it } from "vitest";
import { toHunkRows } from "./to-hunk-rows.ts";

it("numbers removed lines as before, all others as after", () => {
  const lines = [" a", "-b", "+B", "+C", " d"];
  expect(toHunkRows({ lines, old_start: 8, new_start: 9 })).toEqual([
    { type: "same", text: "a", number: 9 },
    { type: "removed", text: "b", number: 9 },
    { type: "added", text: "B", number: 10 },
    { type: "added", text: "C", number: 11 },
    { type: "same", text: "d", number: 12 },
  ]);
});

it("says which line has no line break, and skips what is not a line of a diff", () => {
  const lines = ["?", "-a", "\\ No newline at end of file", "+a"];
  expect(toHunkRows({ lines, old_start: 1, new_start: 1 })).toEqual([
    { type: "removed", text: "a (no newline at end of file)", number: 1 },
    { type: "added", text: "a", number: 1 },
  ]);
});
