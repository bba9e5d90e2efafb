import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toPromptTitle, toTitle } from "./title.ts";

const titleOf = (text: string): string | undefined => toPromptTitle([{ type: "text", text }]);

describe("a title from a prompt", () => {
  it.each([
    ["Fix the tests", "Fix the tests"],
    ["  Fix\n\n the\ttests ", "Fix the tests"],
    ["a".repeat(50), "a".repeat(50)],
    ["a".repeat(51), `${"a".repeat(49)}…`],
    [
      "Please have a look at the failing tests in the parser and fix them",
      "Please have a look at the failing tests in the…",
    ],
    ["1234567890 1234567890 1234567890 1234567890 123 tail", "1234567890 1234567890 1234567890 1234567890 123…"],
    [
      "Fix https://example.com/a/very/long/address/without/any/blank",
      "Fix https://example.com/a/very/long/address/witho…",
    ],
    ["\u001b[31mred\u0000 and \u202eright to left", "[31mred and right to left"],
    ["use the key sk-abcdefgh1jkl to sign in", "use the key … to sign in"],
  ])("%j", (text, title) => {
    expect(titleOf(text)).toBe(title);
  });

  it.each([[""], [" \n\t "], ["\u0000"]])("is undefined without text: %j", (text) => {
    expect(titleOf(text)).toBeUndefined();
  });

  it("uses all text blocks and no attachments", () => {
    const title = toPromptTitle([
      { type: "resource_link", name: "a.ts", uri: "file:///a.ts" },
      { type: "text", text: "Explain" },
      { type: "resource", resource: { uri: "file:///b.ts", text: "const b = 1;" } },
      { type: "image", data: "aGk=", mimeType: "image/png" },
      { type: "text", text: "this file" },
      { type: "text", text: "Answer with JSON alone", annotations: { audience: ["assistant"] } },
    ]);
    expect(title).toBe("Explain this file");
    expect(toPromptTitle([{ type: "resource_link", name: "a.ts", uri: "file:///a.ts" }])).toBeUndefined();
  });

  it("does not split a character", () => {
    const family = "👨‍👩‍👧‍👦";
    const title = titleOf(family.repeat(20)) ?? "";
    expect(title).toBe(`${family.repeat(4)}…`);
    expect(titleOf("🚀".repeat(60))).toBe(`${"🚀".repeat(24)}…`);
  });

  it("is one line within the limit, for any text", () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(" ", "\n", "👩‍🚀", "é", "a"), fc.string({ unit: "binary" })),
      maxLength: 200,
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 10, max: 80 }), (source, charsMax) => {
        const title = toTitle(source, charsMax);
        if (title === undefined) return;
        expect(title.length).toBeLessThanOrEqual(charsMax);
        expect(title).toMatch(/^\S.*$|^\S$/u);
        expect(title).not.toMatch(/\p{Cc}/u);
        // Cutting leaves no half of a surrogate pair.
        expect(/\p{Cs}/u.test(title) && !/\p{Cs}/u.test(source)).toBe(false);
      }),
    );
  });
});
