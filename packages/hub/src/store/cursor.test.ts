import { describe, expect, it } from "vitest";
import { CURSOR_CHARS_MAX, PAGE_ROWS_MAX } from "../store-limits.ts";
import { parseCursor, toPage, toPageSize, type RowPosition } from "./cursor.ts";

const rows: readonly RowPosition[] = ["a", "b/ü\n", "c"].map((id, index) => ({ ms: 10 - index, id }));
const encode = (text: string): string => Buffer.from(text).toString("base64url");

describe("a page", () => {
  it("has a cursor to its last row if there are more", () => {
    const { rows: page, nextCursor = "" } = toPage(rows, 2, (row) => row);
    expect(page).toEqual(rows.slice(0, 2));
    expect(parseCursor(nextCursor)).toEqual(rows[1]);
  });

  it.each([3, 4])("is the last one if it has room for all rows: %d", (size) => {
    expect(toPage(rows, size, (row) => row)).toEqual({ rows });
  });

  it("may be empty", () => {
    expect(toPage([], 5, (row: RowPosition) => row)).toEqual({ rows: [] });
  });

  it.each([
    [-5, 1],
    [0, 1],
    [0.9, 1],
    [2.9, 2],
    [Number.NaN, 1],
    [PAGE_ROWS_MAX, PAGE_ROWS_MAX],
    [PAGE_ROWS_MAX + 1, PAGE_ROWS_MAX],
    [Number.POSITIVE_INFINITY, PAGE_ROWS_MAX],
  ])("of %d rows has %d", (limit, size) => {
    expect(toPageSize(limit)).toBe(size);
  });
});

describe("a cursor", () => {
  it.each([
    "",
    "page 2",
    encode("null"),
    encode("{}"),
    encode("[1]"),
    encode('["1","a"]'),
    encode("[1,2]"),
    encode('[1,"a","b"]'),
    encode('[1.5,"a"]'),
    encode('[1e300,"a"]'),
    encode('[1e999,"a"]'),
    encode('[-1e19,"a"]'),
    encode('[9223372036854775808,"a"]'),
    encode(`[1,"${"x".repeat(CURSOR_CHARS_MAX)}"]`),
  ])("that no list of ours gave is refused: %.40s", (cursor) => {
    expect(() => parseCursor(cursor)).toThrow(expect.objectContaining({ code: "bad_input" }));
  });
});
