import { expect, it } from "vitest";
import { fitsEdits } from "./fits-edits.ts";
import type { TextEdit } from "./reading.ts";

const edit = (old: string | undefined, now: string, isAll = false): TextEdit => ({
  path: "a",
  old,
  new: now,
  isAll,
  from: "diff",
});
const FILE = "one\ntwo\nthree\n";

it.each<[string, readonly TextEdit[], string | undefined, string]>([
  ["a new file", [edit(undefined, "x\n")], undefined, "x\n"],
  ["a file that is replaced", [edit(undefined, "x\n")], FILE, "x\n"],
  ["a whole file", [edit(FILE, "one\n2\nthree\n")], FILE, "one\n2\nthree\n"],
  ["other line endings", [edit("one\ntwo", "1\n2")], "one\r\ntwo\r\n", "1\r\n2\r\n"],
  ["a mark of the encoding", [edit("one", "1")], `\uFEFF${FILE}`, FILE.replace("one", "1")],
  ["no line ending at the end", [edit(undefined, "x\n")], undefined, "x"],
  ["a part", [edit("two", "2")], FILE, "one\n2\nthree\n"],
  ["one of several places", [edit("a", "b")], "a\na\n", "a\nb\n"],
  ["all places", [edit("a", "b", true)], "a\na\n", "b\nb\n"],
  ["several parts, one after the other", [edit("one", "1"), edit("1\ntwo", "2")], FILE, "2\nthree\n"],
  ["a part that goes", [edit("two\n", "")], FILE, "one\nthree\n"],
  ["a text that is put in", [edit(undefined, "new\n")], FILE, "one\nnew\ntwo\nthree\n"],
  ["signs that mean something elsewhere", [edit("two", "$&$1", true)], FILE, "one\n$&$1\nthree\n"],
])("%s fits", (_, edits, before, after) => {
  expect(fitsEdits(edits, { before, after })).toBe(true);
});

it.each<[string, readonly TextEdit[], string | undefined, string]>([
  ["another text", [edit(undefined, "x\n")], undefined, "y\n"],
  ["more than was shown", [edit("two", "2")], FILE, "one\n2\nthree\nevil\n"],
  ["another place as well", [edit("two", "2")], FILE, "1\n2\nthree\n"],
  ["a part that is not in the file any more", [edit("four", "4")], FILE, "one\n4\nthree\n"],
  ["a whole file that was changed meanwhile", [edit("other\n", "x\n")], FILE, "x\n"],
  ["all places where one was meant", [edit("a", "b")], "a\na\n", "b\nb\n"],
  ["nothing", [], FILE, FILE],
  ["white space that matters", [edit("two", "2")], FILE, "one\n 2\nthree\n"],
  ["half of several parts", [edit("one", "1"), edit("two", "2")], FILE, "1\ntwo\nthree\n"],
])("%s does not fit", (_, edits, before, after) => {
  expect(fitsEdits(edits, { before, after })).toBe(false);
});

it("takes little time, however often a part is there", () => {
  const before = "a".repeat(1_000_000);
  const many = Array.from({ length: 50 }, () => edit("a", "aa"));
  const started = process.cpuUsage();
  expect(fitsEdits(many.slice(0, 3), { before, after: "b" })).toBe(false);
  expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
});
