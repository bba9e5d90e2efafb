import fc from "fast-check";
import { expect, it } from "vitest";
import { encodeLine } from "./encode-line.ts";
import { line, span, STYLES, type StyleName } from "./line.ts";

const ALL = { hasColor: true, hasLinks: true };

it("uses colours only if they are supported", () => {
  const drawn = line("a ", span("b", "bad"), {
    text: "c",
    style: { bold: true, dim: true, inverse: true, strike: true },
  });
  expect(encodeLine(drawn, ALL)).toBe("a \u001b[31mb\u001b[0m\u001b[1;2;7;9mc\u001b[0m");
  expect(encodeLine(drawn, { hasColor: false, hasLinks: false })).toBe("a bc");
});

it("links only to pages", () => {
  const link = (target: string): string => encodeLine([{ text: "x", link: target }], ALL);
  expect(link("https://example.com/")).toBe("\u001b]8;;https://example.com/\u001b\\x\u001b]8;;\u001b\\");
  for (const target of [
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://a b",
    "https://x\u0007y",
    `https://${"x".repeat(3_000)}`,
  ]) {
    expect(link(target)).toBe("x");
  }
});

it("removes foreign sequences from any text, style and link", () => {
  const names = Object.keys(STYLES) as StyleName[];
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "binary" }),
      fc.constantFrom(...names),
      (text, link, name) => {
        const encoded = encodeLine([{ ...span(text, name), link }], ALL);
        // oxlint-disable-next-line no-control-regex -- what a terminal is told
        const ours = /\u001b\[[\d;]+m|\u001b\]8;;[!-~]*\u001b\\/g;
        // oxlint-disable-next-line no-control-regex -- what it must not be told
        expect(encoded.replace(ours, "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      },
    ),
  );
});
