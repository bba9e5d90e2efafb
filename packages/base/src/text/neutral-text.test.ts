import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  neutralise,
  neutralLine,
  NeutralStream,
  reveal,
  revealCode,
  revealLine,
  withoutControls,
} from "./neutral-text.ts";

// oxlint-disable-next-line no-control-regex -- what must never reach a terminal
const DANGEROUS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const ESC = "\u001b";

/** Text that is likely to have escape sequences in it, whole and broken ones. */
const hostile = fc
  .array(
    fc.constantFrom(
      ESC,
      "[",
      "]",
      "0;",
      "31m",
      "2J",
      "\u0007",
      "\\",
      "P",
      "\u009b",
      "\r",
      "\n",
      "\t",
      "a",
      "é",
      "\u202e",
      "52;c;",
    ),
  )
  .map((parts) => parts.join(""));

/** The same letters in characters that show nothing. */
const asTags = (text: string): string =>
  Array.from(text, (letter) => String.fromCodePoint(0xe_0000 + (letter.codePointAt(0) ?? 0))).join("");

describe("neutralise", () => {
  it.each([
    ["colours", `${ESC}[1;31mred${ESC}[0m`, "red"],
    ["a title", `${ESC}]0;evil\u0007after`, "after"],
    ["the clipboard", `${ESC}]52;c;aGk=${ESC}\\after`, "after"],
    ["a device string", `${ESC}P1$r0m${ESC}\\after`, "after"],
    ["cursor movement", `one${ESC}[2Jtwo${ESC}[Hthree`, "onetwothree"],
    ["C1 controls", "a\u009b31mb\u0085c", "abc"],
    ["an ESC alone", `a${ESC}`, "a"],
    ["a sequence without an end, up to the line's", `a${ESC}]0;title\nb`, "a\nb"],
    ["text that runs the other way", "a\u202ecod\u202cb", "acodb"],
    ["tabs and line ends", "a\tb\r\nc\rd\u2028e", "a    b\ncd e"],
    ["text in tags, which only a program reads", `a${asTags("rm -rf")}b`, "ab"],
    ["tags behind a flag that they do not belong to", `🏴${asTags("rm -rf")}b`, "🏴b"],
    ["bytes in variation selectors", "☺\ufe0f\ufe01\ufe02\u{e0100}\u{e01ef}b", "☺\ufe0fb"],
    ["formats that no writing needs", "a\u2060b\u2063c\u206fd\ufff9e", "abcde"],
    [
      "flags, left alone",
      "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 🇪🇺",
      "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 🇪🇺",
    ],
    [
      "joiners of Persian, Hindi and emoji, left alone",
      "می\u200cخواهم क्\u200dष 👨\u200d💻 ❤\ufe0f\u200d🔥",
      "می\u200cخواهم क्\u200dष 👨\u200d💻 ❤\ufe0f\u200d🔥",
    ],
    ["breaks of Thai and directions of Hebrew, left alone", "ภาษา\u200bไทย שלום\u200f!", "ภาษา\u200bไทย שלום\u200f!"],
    ["variants of ideographs, left alone", "葛\u{e0100}城", "葛\u{e0100}城"],
    ["other alphabets, left alone", "日本語 👩‍👩‍👧 é שלום", "日本語 👩‍👩‍👧 é שלום"],
  ])("takes out %s", (_what, text, expected) => {
    expect(neutralise(text)).toBe(expected);
  });

  it("lets nothing through that a terminal would obey", () => {
    const anything = fc.oneof(hostile, fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(anything, (text) => {
        expect(neutralise(text)).not.toMatch(DANGEROUS);
      }),
    );
  });

  it("keeps tabs where the text goes on to somewhere else", () => {
    expect(withoutControls(`\tif${ESC}[31m x`)).toBe("\tif x");
  });

  it("makes one line of a title", () => {
    expect(neutralLine("  one\n  two \n\nthree ")).toBe("one two three");
  });
});

describe("reveal", () => {
  it("spells out invisible characters", () => {
    expect(reveal(`ls\u200b -la${ESC}[2K \u202eabc\u00a0x\u{e0041}`)).toBe(
      "ls<U+200B> -la<U+001B>[2K <U+202E>abc<U+00A0>x<U+E0041>",
    );
  });

  it.each([
    ["text in tags", `ls${asTags("x")}`, "ls<U+E0078>"],
    ["overrides and isolates", "a\u202e\u2066b\u2069\u202c", "a<U+202E><U+2066>b<U+2069><U+202C>"],
    ["directional marks", "a\u200e\u200f\u061cb", "a<U+200E><U+200F><U+061C>b"],
    ["selectors that make no emoji", "ls\ufe0f 1\ufe0f\u{e0101}", "ls<U+FE0F> 1<U+FE0F><U+E0101>"],
    ["selectors in a row", "❤\ufe0f\ufe0f", "❤\ufe0f<U+FE0F>"],
    ["blanks", "a\u2800\u3164\u115f\u00a0b", "a<U+2800><U+3164><U+115F><U+00A0>b"],
    ["nothing of emoji", "❤\ufe0f 1\ufe0f\u20e3 😀 🇪🇺", "❤\ufe0f 1\ufe0f\u20e3 😀 🇪🇺"],
  ])("spells out %s", (_what, text, expected) => {
    expect(reveal(text)).toBe(expected);
  });

  it("keeps the tabs and the end of a line of code", () => {
    expect(revealCode("\tif\u202e x\r")).toBe("    if<U+202E> x\u240d");
  });

  it("keeps lines, or makes one", () => {
    expect(reveal("a\nb")).toBe("a\nb");
    expect(revealLine("a\nb")).toBe("a⏎b");
  });
});

describe("NeutralStream", () => {
  it("is harmless, however the text is cut", () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 8 }), (chunks) => {
        const stream = new NeutralStream();
        const pieces = chunks.map((chunk) => stream.push(chunk)).join("") + stream.end();
        expect(DANGEROUS.test(pieces)).toBe(false);
      }),
    );
  });

  it("waits for the rest of a sequence", () => {
    const stream = new NeutralStream();
    expect([stream.push(`a${ESC}`), stream.push("[3"), stream.push("1mb\r"), stream.push("\nc"), stream.end()]).toEqual(
      ["a", "", "b", "\nc", ""],
    );
  });
});
