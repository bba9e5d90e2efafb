import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { line } from "./line.ts";
import { Screen, type LiveRegion } from "./screen.ts";
import { VirtualTerminal } from "./testing/virtual-terminal.ts";

function open(
  columns = 20,
  rows = 8,
): { screen: Screen; terminal: VirtualTerminal; written: string[]; resize: (to: number, high?: number) => void } {
  const terminal = new VirtualTerminal(columns, rows);
  const written: string[] = [];
  const size = { columns, rows };
  const screen = new Screen({
    write: (text) => {
      written.push(text);
      terminal.write(text);
    },
    size: () => size,
    palette: { hasColor: true, hasLinks: true },
    reflows: true,
  });
  return {
    screen,
    terminal,
    written,
    resize: (to, high = rows) => {
      size.columns = to;
      size.rows = high;
      terminal.resize(to, high);
      screen.resized();
    },
  };
}

const lines = (...texts: readonly string[]) => texts.map((text) => line(text));
const region = (...texts: readonly string[]): LiveRegion => ({ lines: lines(...texts), cursor: { row: 0, column: 0 } });

describe("Screen", () => {
  it("prints permanent lines once, and draws the live region below", () => {
    const { screen, terminal } = open();
    screen.paint(lines("one"), region("> a", "status"));
    screen.paint(lines("two"), region("> ab", "status"));
    screen.paint([], region("> abc", "status 2"));
    expect(terminal.text()).toBe("one\ntwo\n> abc\nstatus 2");
    expect(terminal.unknown).toEqual([]);
  });

  it("removes rows when there are fewer", () => {
    const { screen, terminal } = open();
    screen.paint([], region("a", "b", "c", "d"));
    screen.paint([], region("a", "x"));
    expect(terminal.text()).toBe("a\nx");
    screen.release();
    expect(terminal.text()).toBe("");
  });

  it("places the cursor, and hides it if it has no position", () => {
    const { screen, terminal } = open();
    screen.paint(lines("x"), { lines: lines("one", "two", "three"), cursor: { row: 1, column: 2 } });
    expect(terminal.cursor).toEqual({ row: 2, column: 2 });
    expect(terminal.isCursorShown).toBe(true);
    screen.paint([], { lines: lines("one") });
    expect(terminal.isCursorShown).toBe(false);
  });

  it("writes nothing if nothing changed, and otherwise only the changed rows", () => {
    const { screen, written } = open();
    const live = region("one", "two", "three");
    screen.paint([], live);
    const count = written.length;
    screen.paint([], live);
    expect(written.length).toBe(count);
    screen.paint([], region("one", "TWO", "three"));
    expect(written.at(-1)).toContain("TWO");
    expect(written.at(-1)).not.toContain("one");
  });

  it("shows the bottom of a region that does not fit", () => {
    const { screen, terminal } = open(20, 5);
    screen.paint([], { lines: lines("1", "2", "3", "4", "5", "6"), cursor: { row: 5, column: 0 } });
    expect(terminal.text()).toBe("3\n4\n5\n6");
  });

  it("lets the terminal wrap long permanent lines", () => {
    const { screen, terminal } = open(10);
    screen.paint(lines("0123456789abcdef"), region("> "));
    screen.paint([], region("> x"));
    expect(terminal.text()).toBe("0123456789\nabcdef\n> x");
  });

  it("keeps the last character of a line that just fits, and clears the rows below a long one", () => {
    const { screen, terminal } = open(10);
    screen.paint([], region("old old", "old old", "old old"));
    screen.paint(lines("0123456789", "01234567890123456789"), region("> "));
    expect(terminal.text()).toBe("0123456789\n0123456789\n0123456789\n>");
  });

  it("redraws correctly when the terminal becomes narrower or wider", () => {
    const { screen, terminal, resize } = open(40, 12);
    screen.paint(lines("stays"), region("a row that is thirty wide, yes", "> typing", "status"));
    resize(12);
    screen.paint([], region("narrow", "> typing", "status"));
    expect(terminal.text()).toBe("stays\nnarrow\n> typing\nstatus");
    resize(60);
    screen.paint(lines("more"), region("wide", "> typing", "status"));
    expect(terminal.text()).toBe("stays\nmore\nwide\n> typing\nstatus");
  });

  it("starts a frame again if the terminal is resized while it is composed", () => {
    const terminal = new VirtualTerminal(40, 12);
    const size = { columns: 40, rows: 12 };
    let isResizing = false;
    const screen = new Screen({
      write: (text) => terminal.write(text),
      size: () => {
        const now = { ...size };
        if (isResizing) {
          isResizing = false;
          size.columns = 12;
          terminal.resize(12, 12);
        }
        return now;
      },
      palette: { hasColor: true, hasLinks: true },
      reflows: true,
    });
    const live = (text: string): LiveRegion => ({ lines: lines(text, "> typing"), cursor: { row: 1, column: 0 } });
    screen.paint(lines("stays"), live("a row that is thirty wide, yes"));
    isResizing = true;
    screen.paint(lines("more"), live("narrow"));
    expect(terminal.text()).toBe("stays\nmore\nnarrow\n> typing");
  });

  it("loses and duplicates nothing, for any sequence of paints", () => {
    const word = fc
      .string({ unit: fc.constantFrom("a", "b", "日", " "), minLength: 1, maxLength: 9 })
      .map((text) => `.${text}.`);
    const frame = fc.record({
      staying: fc.array(word, { maxLength: 4 }),
      live: fc.array(word, { minLength: 1, maxLength: 5 }),
      row: fc.nat(4),
      columns: fc.option(fc.integer({ min: 22, max: 40 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 12 }), (frames) => {
        const { screen, terminal, resize } = open(24, 10);
        const stayed: string[] = [];
        for (const { staying, live, row, columns } of frames) {
          if (columns !== undefined) resize(columns, 10);
          const cursor = { row: Math.min(row, live.length - 1), column: 1 };
          screen.paint(lines(...staying), { lines: lines(...live), cursor });
          stayed.push(...staying);
          expect(
            terminal
              .text()
              .split("\n")
              .map((text) => text.trimEnd()),
          ).toEqual([...stayed, ...live]);
        }
      }),
    );
  });
});
