import { describe, expect, it } from "vitest";
import { reveal, shorten } from "./text.ts";

describe("text for display", () => {
  it.each([
    ["a direction override", "a\u202Eb", String.raw`a\u202eb`],
    ["an isolate", "\u2066a\u2069", String.raw`\u2066a\u2069`],
    ["a zero-width space and a joiner", "a\u200B\u200Db", String.raw`a\u200b\u200db`],
    ["a byte order mark", "\uFEFFa", String.raw`\ufeffa`],
    ["an escape sequence", "\u001B[31mred", String.raw`\u001b[31mred`],
    ["a carriage return that hides a line", "evil\rgood", String.raw`evil\u000dgood`],
    ["a line separator", "a\u2028b\u2029c", String.raw`a\u2028b\u2029c`],
    ["a control character of the second set", "a\u009Bb", String.raw`a\u009bb`],
    ["a blank of Braille", "a\u2800b", String.raw`a\u2800b`],
    ["a Hangul filler", "a\u3164b", String.raw`a\u3164b`],
    ["an invisible tag", "a\u{E0041}b", String.raw`a\u{e0041}b`],
    ["a variation selector", "a\uFE0Fb", String.raw`a\ufe0fb`],
  ])("shows %s", (_, text, shown) => {
    expect(shorten(text, 100)).toBe(shown);
    expect(reveal(text)).toBe(shown);
  });

  it.each(["", "plain ~ text", "Grüße, 日本語", "😀", "e\u0301", "a\u00A0b"])("leaves %j as it is", (text) => {
    expect([shorten(text, 100), reveal(text)]).toEqual([text, text]);
  });

  it("keeps lines and tabs only where it may have several lines", () => {
    expect(reveal("a\n\tb\u200B")).toBe("a\n\tb\\u200b");
    expect(shorten("a\n\tb", 100)).toBe(String.raw`a\u000a\u0009b`);
  });

  it("is cut before invisible characters are spelled out, so that none is cut in half", () => {
    const shown = shorten("\u202E".repeat(1_000), 10);
    expect(shown).toMatch(/^(?:\\u202e)+…?$/);
    expect(shown.length).toBeLessThanOrEqual(60);
    expect(shorten("x".repeat(1_000), 10).length).toBeLessThanOrEqual(10);
    const faces = shorten("😀".repeat(50), 10);
    expect(Buffer.from(faces).toString()).toBe(faces);
  });
});
