import { describe, expect, it } from "vitest";
import { OUTLINE_CHARS_MAX } from "../../limits.ts";
import { toOutline } from "./outline.ts";

describe("an outline", () => {
  it("numbers what can be used, and nothing else", () => {
    const { text, references } = toOutline([
      {
        role: "generic",
        ref: "e1",
        children: [
          {
            role: "heading",
            level: 2,
            name: "Head",
            ref: "e2",
            children: [{ role: "link", name: "Head", ref: "e3", url: "#h" }],
          },
          { role: "checkbox", name: "Agree", checked: true, ref: "e4" },
          { role: "radio", name: "One", disabled: true, ref: "e5" },
          { role: "generic", cursor: "pointer", ref: "e6", text: "Click me" },
          { role: "generic", cursor: "pointer", ref: "e7", children: [{ role: "button", name: "Inner", ref: "e8" }] },
          { role: "img", name: "Logo", ref: "e9" },
          { role: "img", ref: "e10" },
          { role: "button", name: "No reference" },
          { role: "iframe", ref: "e11", children: [{ role: "button", name: "Framed", ref: "f1e2" }] },
        ],
      },
    ]);
    expect(text.split("\n")).toEqual([
      '## Head [1] link "Head" → #h',
      '[2] checkbox "Agree" (checked) [3] radio "One" (disabled) [4] clickable "Click me"',
      '[5] button "Inner"',
      '(image: Logo) button "No reference"',
      '[6] button "Framed"',
    ]);
    expect([...references.values()]).toEqual(["e3", "e4", "e5", "e6", "e8", "f1e2"]);
  });

  it("has lists within lists, and tables", () => {
    const item = (text: string, ...children: unknown[]) => ({ role: "listitem", children: [text, ...children] });
    const cells = (...texts: string[]) => ({ role: "row", children: texts.map((name) => ({ role: "cell", name })) });
    const { text } = toOutline([
      { role: "list", children: [item("one", { role: "list", children: [item("deep")] }), item("two")] },
      { role: "table", children: [{ role: "rowgroup", children: [cells("a", "b"), cells("c", "")] }] },
    ]);
    expect(text).toBe("- one\n  - deep\n- two\n| a | b |\n| c | |");
  });

  it.each([
    undefined,
    null,
    3,
    "text",
    [],
    [null, 4, []],
    [{}],
    [{ role: 4, children: "x" }],
    { role: "link", name: {} },
  ])("of %j is no surprise", (snapshot) => {
    expect(typeof toOutline(snapshot).text).toBe("string");
  });

  it("is bounded, however long or deep the page is", () => {
    const long = toOutline(
      Array.from({ length: 50_000 }, (_, index) => ({ role: "paragraph", text: `paragraph ${index}` })),
    );
    expect(long.text.length).toBeLessThan(OUTLINE_CHARS_MAX + 1_000);
    expect(long.text).toMatch(/\[truncated: the page is longer\]$/);
    let deep: object = { role: "button", name: "bottom", ref: "e1" };
    for (let depth = 0; depth < 100_000; depth += 1)
      deep = { role: "generic", cursor: "pointer", ref: "e", children: [deep] };
    expect(toOutline([deep]).text.length).toBeLessThan(1_000);
    expect(toOutline([{ role: "link", name: "x".repeat(100_000), ref: "e1" }]).text.length).toBeLessThan(1_000);
  });
});
