import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loadHighlighter } from "../highlight/highlighter.ts";
import { TAIL_ROWS_MAX } from "../../limits.ts";
import type { Line } from "../line.ts";
import type { Theme } from "../theme.ts";
import { theme, plainTheme, toColors, toText } from "../testing/draw.ts";
import { lineWidth } from "../wrap.ts";
import { MarkdownStream } from "./markdown-stream.ts";

/** A line without an end is drawn in pieces of this size at most. */
const PIECE_CHARS_MAX = 72_000;

beforeAll(loadHighlighter);

function drawAll(chunks: readonly string[], here: Theme): Line[] {
  const stream = new MarkdownStream();
  const lines: Line[] = [];
  for (const chunk of chunks) {
    stream.push(chunk);
    lines.push(...stream.take(here));
    stream.tail(here);
  }
  stream.end();
  return [...lines, ...stream.take(here)];
}

const SAMPLE = `# Title
Some *text* with **bold**, \`code\`, [a link](https://example.com/x) and https://plain.example
on two lines &amp; more.
## Sub
- one
- two with more text than fits into the width of this terminal
  - nested
  - [x] done
- three

1. first
1. second

   goes on
1. third

> quoted text
> goes on

| name | value |
|:-----|------:|
| a | 1 |
| bbbb | 22 |

\`\`\`ts
/* two
   lines */
const x: number = 42;
\`\`\`
---
The end.
`;

describe("MarkdownStream", () => {
  it("draws every kind of block", () => {
    expect(toText(drawAll([SAMPLE], theme(40)))).toMatchInlineSnapshot(`
      "Title
      Some text with bold, code, a link
      (https://example.com/x) and
      https://plain.example
      on two lines & more.

      Sub
      • one
      • two with more text than fits into the
        width of this terminal
        • nested
        • [x] done
      • three

      1. first
      2. second

         goes on
      3. third

      │ quoted text
      │ goes on

      name  value
      ────  ─────
      a         1
      bbbb     22

        /* two
           lines */
        const x: number = 42;
      ────────────────────────────────────────
      The end."
    `);
  });

  it("keeps the marks without colours", () => {
    expect(toText(drawAll(["# A\n\n`b` **c**\n\n```js\nd\n```\n"], plainTheme()))).toBe(
      "# A\n\n`b` c\n\n  ```js\n  d\n  ```",
    );
  });

  it("colours", () => {
    expect(toColors(drawAll(["**b** *i* `c` ~~s~~\n```js\nconst a = 'x'; // y\n```\n"], theme()))).toBe(
      "<1>b<> <3>i<> <36>c<> <9>s<>\n  <35>const<> a = <32>'x'<>; <2;3>// y<>",
    );
  });

  it("draws the same for any chunks", () => {
    const whole = toText(drawAll([SAMPLE], theme(40)));
    fc.assert(
      fc.property(fc.array(fc.nat(SAMPLE.length), { maxLength: 40 }), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), SAMPLE.length];
        const chunks = places.slice(1).map((end, index) => SAMPLE.slice(places[index], end));
        expect(toText(drawAll(chunks, theme(40)))).toBe(whole);
      }),
      { numRuns: 30 },
    );
  });

  it("never returns a line wider than the terminal, except for code", () => {
    const source = SAMPLE.replaceAll(/```[\s\S]*?```/g, "");
    for (const columns of [20, 33, 80]) {
      for (const row of drawAll([source], theme(columns))) expect(lineWidth(row)).toBeLessThanOrEqual(columns);
    }
  });

  it("shows unfinished emphasis and code, and hides a mark without text", () => {
    const tail = (text: string): string => {
      const stream = new MarkdownStream();
      stream.push(text);
      return toColors(stream.tail(theme()));
    };
    expect(tail("a **bo")).toBe("a <1>bo<>");
    expect(tail("a `co")).toBe("a <36>co<>");
    expect(tail("a **")).toBe("a ");
    expect(tail("* item")).toBe("<36>• <>item");
    expect(tail("2 * 3")).toBe("2 * 3");
  });

  it("returns a long paragraph row by row, and joins the rows where it was cut", () => {
    const sentence = "The quick brown fox jumps over the **lazy** dog and runs into the wood. ";
    const text = sentence.repeat(30);
    const here = theme(40);
    const stream = new MarkdownStream();
    const lines: Line[] = [];
    for (let start = 0; start < text.length; start += 7) {
      stream.push(text.slice(start, start + 7));
      lines.push(...stream.take(here));
      expect(stream.tail(here).length).toBeLessThanOrEqual(TAIL_ROWS_MAX + 2);
    }
    expect(lines.length).toBeGreaterThan(30);
    stream.end();
    const all = toText([...lines, ...stream.take(here)]);
    expect(all).toBe(wrapped(text.replaceAll("**", "").trimEnd(), 40));
  });

  it("stays fast on a line that does not end", () => {
    const stream = new MarkdownStream();
    const here = theme(80);
    let lines = 0;
    for (let count = 0; count < 4_000; count += 1) {
      stream.push("averylongwordwithoutaspace");
      lines += stream.take(here).length;
      if (count % 100 === 0) stream.tail(here);
    }
    expect(lines * 80).toBeGreaterThan(4_000 * 26 - PIECE_CHARS_MAX);
  });

  it("survives nesting that is deeper than the stack", () => {
    expect(toText(drawAll([`${">".repeat(7_000)} x\n`], theme(80)))).toContain("x");
    expect(toText(drawAll([`${"[".repeat(5_000)}\n`], theme(80)))).toContain("[[[");
  });

  it("removes escape sequences, even if they are split between chunks", () => {
    expect(toText(drawAll(["a\u001b", "[31mb\u001b]0;t", "itle\u0007c\n"], theme()))).toBe("abc");
  });

  it("prints the target of a link, unless the link is clickable", () => {
    const source = "[docs](https://example.com/a) and [https://good.example](https://evil.example)\n";
    expect(toText(drawAll([source], theme(120)))).toBe(
      "docs (https://example.com/a) and https://good.example (https://evil.example)",
    );
    expect(toText(drawAll([source], theme(120, { hasLinks: true })))).toBe(
      "docs and https://good.example (https://evil.example)",
    );
  });

  it("draws a table as a list if the terminal is too narrow", () => {
    const source = "| a | b | c | d | e |\n|-|-|-|-|-|\n| 1 | 2 | 3 | 4 | 5 |\n";
    expect(toText(drawAll([source], theme(20)))).toBe("a: 1\nb: 2\nc: 3\nd: 4\ne: 5");
  });
});

/** Greedy, as the terminal's own would be. */
function wrapped(text: string, columns: number): string {
  const rows: string[] = [""];
  for (const word of text.split(" ")) {
    const row = rows.at(-1) ?? "";
    if (row !== "" && row.length + 1 + word.length > columns) rows.push(word);
    else rows[rows.length - 1] = row === "" ? word : `${row} ${word}`;
  }
  return rows.join("\n");
}
