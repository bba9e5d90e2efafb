import { expect, it } from "vitest";
import { toShownJson } from "./safe-json.ts";

it("spells out what a terminal obeys and what reorders or hides text, and means the same", () => {
  const value = {
    a: "\u009b31m\u007f\u0085\u202e\u2066\u200b\ufeff\u2028",
    "k\u200b": "plain é ✓ \u{1f600}",
    b: "\u001b[1m\n",
    tags: "x\u{e0041}\u{e007f}\u{e0100}y",
  };
  const json = toShownJson(JSON.stringify(value));
  expect(JSON.parse(json)).toEqual(value);
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  expect(json).not.toMatch(/[\u007f-\u009f\u200b\u202e\u2066\u2028\ufeff\u001b]/);
  expect(json).toContain(String.raw`x\udb40\udc41\udb40\udc7f\udb40\udd00y`);
  expect(json).toContain("plain é ✓ \u{1f600}");
});
