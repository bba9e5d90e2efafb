import { expect, it } from "vitest";
import { highlightCode } from "./highlight.ts";

const SAMPLES: readonly (readonly [language: string, text: string])[] = [
  ["ts", "export function add(a: number): string {\n  return `${a} & <b>`; // why\n}\n"],
  ["html", "<p onclick='x()'>a &amp; b</p><script>let a = 1;</script><style>p { color: red }</style>"],
  ["md", "# Title\n\n```js\nlet a = 1;\n```\n"],
  ["python", "def f(x):\n    return x + 1  # one\n"],
  ["diff", "--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n"],
];

it.each(SAMPLES)("keeps every character of %s", (language, text) => {
  const runs = highlightCode(text, language) ?? [];
  expect(runs.map((run) => run.text).join("")).toBe(text);
  expect(runs.some(({ look }) => look !== undefined)).toBe(true);
});

it("leaves languages alone that it does not know", () => {
  expect(highlightCode("x", "klingon")).toBeUndefined();
});
