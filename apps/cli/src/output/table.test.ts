import { describe, expect, it } from "vitest";
import { textOf } from "../terminal/testing/draw.ts";
import { widthOf } from "../terminal/width.ts";
import { drawTable, type Column } from "./table.ts";

interface Row {
  readonly id: string;
  readonly title: string;
  readonly folder: string;
}

const columns: readonly Column<Row>[] = [
  { title: "ID", text: ({ id }) => id },
  { title: "TITLE", text: ({ title }) => title, shrinks: "end" },
  { title: "FOLDER", text: ({ folder }) => folder, shrinks: "start" },
];

const draw = (rows: readonly Row[], width: number): string[] => drawTable(columns, rows, width).map(textOf);

describe("drawTable", () => {
  it("gives each column the width of its widest cell", () => {
    const rows = [
      { id: "1", title: "short", folder: "/a" },
      { id: "200", title: "a longer one", folder: "/b" },
    ];
    expect(draw(rows, 80)).toEqual(["ID   TITLE         FOLDER", "1    short         /a", "200  a longer one  /b"]);
  });

  it("shrinks the widest shrinkable column, from its end or start, and no others", () => {
    const rows = [{ id: "0192-abcd", title: "a very long title indeed", folder: "/home/somebody/projects/thing" }];
    const [, row = ""] = draw(rows, 40);
    expect(widthOf(row)).toBeLessThanOrEqual(40);
    expect(row.startsWith("0192-abcd  a very")).toBe(true);
    expect(row).toMatch(/… +…\S*\/thing$/);
  });

  it("measures wide characters, and removes control sequences", () => {
    const rows = [
      { id: "1", title: "日本語のタイトルです", folder: "/x" },
      { id: "2", title: "\u001b[2Jgone\nnext", folder: "/y" },
    ];
    const drawn = draw(rows, 80);
    expect(new Set(drawn.slice(1).map((row) => widthOf(row.slice(0, row.indexOf("/"))))).size).toBe(1);
    expect(drawn[2]).toContain("gone next");
  });

  it("prints a header without rows", () => {
    expect(draw([], 80)).toEqual(["ID  TITLE  FOLDER"]);
  });
});
