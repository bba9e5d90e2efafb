import { expect, it } from "vitest";
import { toLinkTarget } from "./link-target.ts";

it.each([
  ["javascript:alert(1)"],
  ["JaVaScRiPt:alert(1)"],
  ["data:text/html,<script>alert(1)</script>"],
  ["vbscript:x"],
  ["file:///etc/passwd"],
  ["src/cart.ts"],
  ["//example.com/x"],
])("does not open %s, and shows it", (href) => {
  const { href: opened, shown } = toLinkTarget(href, "click me");
  expect(opened).toBeUndefined();
  expect(shown).toBe(href);
});

it("shows the host beside a text that is something else", () => {
  expect(toLinkTarget("https://example.com/a/b", "the notes")).toEqual({
    href: "https://example.com/a/b",
    shown: "example.com",
  });
});

it("shows the whole address beside a text that is another address", () => {
  expect(toLinkTarget("https://evil.example/a", "https://bank.example").shown).toBe("https://evil.example/a");
  expect(toLinkTarget("https://evil.example/a", "bank.example").shown).toBe("https://evil.example/a");
});

it("shows a plain address once", () => {
  expect(toLinkTarget("https://example.com/a", "https://example.com/a").shown).toBeUndefined();
});

it("spells out what is invisible, and shows other alphabets as they are sent", () => {
  expect(toLinkTarget("x:\u202egnp", "a").shown).toBe("x:<U+202E>gnp");
  expect(toLinkTarget("https://\u0430pple.com/", "Apple").shown).toBe("xn--pple-43d.com");
});
