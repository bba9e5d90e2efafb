import { beforeAll, describe, expect, it } from "vitest";
import { HIGHLIGHT_CONTEXT_LINES_MAX, HIGHLIGHTED_LINE_CHARS_MAX } from "../../limits.ts";
import { textOf } from "../testing/draw.ts";
import { toColors, toText } from "../testing/draw.ts";
import { CodeStream } from "./code-stream.ts";
import { drawCode, toLanguage } from "./draw-code.ts";
import { loadHighlighter } from "./highlighter.ts";
import { theme } from "../testing/draw.ts";

beforeAll(loadHighlighter);

const CODE = `import { a } from "b";
/* A comment
   of several

   lines. */
export class Thing<T> extends Base {
  readonly #name = \`template \${a + 1}
  goes on\`;
  // 1 < 2 && "x" > 'y'
  method(): number { return 0x1f; }
}`.split("\n");

describe("CodeStream", () => {
  it("highlights line by line like the whole text", () => {
    const whole = toColors(new CodeStream("ts").push(CODE));
    const stream = new CodeStream("ts");
    expect(toColors(CODE.flatMap((text) => stream.push([text])))).toBe(whole);
    expect(whole).toContain("<2;3>   of several<>");
  });

  it("does not change the text", () => {
    for (const language of ["ts", "html", "python", "nonsense", ""]) {
      expect(toText(new CodeStream(language).push(CODE))).toBe(CODE.join("\n"));
    }
  });

  it("keeps the colour of a long comment, up to a limit", () => {
    const stream = new CodeStream("js");
    stream.push(["/*"]);
    const drawn = Array.from({ length: 60 }, (_, index) => stream.push([`const ${index}`])[0] ?? []);
    expect(toColors(drawn.slice(-1))).toBe("<2;3>const 59<>");
    for (let count = 0; count < HIGHLIGHT_CONTEXT_LINES_MAX * 3; count += 1) stream.push(["const x"]);
    expect(textOf(stream.push(["const y"])[0] ?? [])).toBe("const y");
  });

  it("does not highlight very long lines", () => {
    const long = `const a = "${"x".repeat(HIGHLIGHTED_LINE_CHARS_MAX)}";`;
    expect(new CodeStream("js").push([long])).toEqual([[{ text: long }]]);
  });

  it("peeks without changing its state", () => {
    const stream = new CodeStream("js");
    stream.peek("/* an open comment");
    expect(toColors(stream.push(["const a"]))).toBe("<35>const<> a");
  });
});

it("recognizes the language of a fence", () => {
  expect(['ts title="x"', "{.python}", "C++", "", "  js"].map(toLanguage)).toEqual(["ts", "python", "c++", "", "js"]);
  expect(toText(drawCode("x", "js", theme()))).toBe("x");
});
