import { describe, expect, it } from "vitest";
import { GREP_CHARS_MAX, GREP_FILES_MAX, GREP_LINES_MAX } from "../../limits.ts";
import { GrepOutput } from "./grep-output.ts";
import type { GrepMode, GrepResult } from "./grep-request.ts";

function parse(mode: GrepMode, text: string, chunkBytes = Infinity): GrepResult {
  const output = new GrepOutput(mode);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) output.push(bytes.subarray(at, at + chunkBytes));
  return output.finish();
}

describe("the output of a search", () => {
  const text = "./a ü.ts\u00003:let x = 1\r\na ü.ts\u00004-after: 5\n--\nb:7.ts\u000010:x\n";
  const files = [
    {
      path: "a ü.ts",
      count: 1,
      lines: [
        { line: 3, text: "let x = 1", isMatch: true },
        { line: 4, text: "after: 5", isMatch: false },
      ],
    },
    { path: "b:7.ts", count: 1, lines: [{ line: 10, text: "x", isMatch: true }] },
  ];

  it.each([Infinity, 7, 1])("is read in pieces of %d bytes", (chunkBytes) => {
    expect(parse("content", text, chunkBytes)).toEqual({ files, isCut: false, notes: [] });
  });

  it("may end without a line end", () => {
    expect(parse("content", text.slice(0, -1)).files).toEqual(files);
    expect(parse("content", "").files).toEqual([]);
  });

  it("may be names of files alone, or counts", () => {
    expect(parse("files", "./a\nb.ts\0c.ts\0").files.map(({ path }) => path)).toEqual(["a\nb.ts", "c.ts"]);
    expect(parse("count", "a.ts\u000012\nb.ts\u00003\n").files.map(({ path, count }) => [path, count])).toEqual([
      ["a.ts", 12],
      ["b.ts", 3],
    ]);
  });
});

describe("a long output", () => {
  const lineOf = (path: string, line: number, text = "x"): string => `${path}\0${line}:${text}\n`;
  const linesOf = (count: number): string => Array.from({ length: count }, (_, at) => lineOf("a", at + 1)).join("");

  it("is cut at the maximum number of lines, and not before", () => {
    expect(parse("content", linesOf(GREP_LINES_MAX)).isCut).toBe(false);
    const cut = parse("content", linesOf(GREP_LINES_MAX + 5));
    expect(cut.isCut).toBe(true);
    expect(cut.files[0]?.count).toBe(GREP_LINES_MAX);
  });

  it("is cut at the maximum number of characters, and then takes no more", () => {
    const output = new GrepOutput("content");
    output.push(Buffer.from(lineOf("a", 1, "x".repeat(GREP_CHARS_MAX))));
    expect(output.isFull).toBe(true);
    output.push(Buffer.from(lineOf("b", 1)));
    expect(output.finish()).toEqual({ files: [], isCut: true, notes: [] });
  });

  it("is cut at the maximum number of files", () => {
    const names = Array.from({ length: GREP_FILES_MAX + 1 }, (_, at) => `${at}\0`);
    expect(parse("files", names.slice(1).join("")).isCut).toBe(false);
    expect(parse("files", names.join(""))).toMatchObject({ isCut: true, files: { length: GREP_FILES_MAX } });
  });
});
