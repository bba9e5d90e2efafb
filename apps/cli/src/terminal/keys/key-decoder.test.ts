import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeyDecoder } from "./key-decoder.ts";
import { isReport, type Key, type Report } from "./key.ts";

const ESC = "\u001b";

function decode(...chunks: readonly (string | Buffer)[]): string[] {
  const decoder = new KeyDecoder();
  const keys = chunks.flatMap((chunk) => decoder.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk));
  return [...keys, ...decoder.flush()].map(nameOf);
}

function nameOf(key: Key | Report): string {
  if (isReport(key)) return JSON.stringify(key);
  if (key.type === "text" || key.type === "paste") return `${key.type}:${key.text}`;
  const held = [key.ctrl && "ctrl", key.alt && "alt", key.shift && "shift"].filter((name) => name !== false);
  return [...held, key.type === "key" ? key.name : key.text].join("-");
}

describe("KeyDecoder", () => {
  it.each([
    ["letters", "abc", ["text:abc"]],
    ["other alphabets", "é日👍🏽", ["text:é日👍🏽"]],
    ["enter, tab, backspace", "\r\t\u007f\b", ["enter", "tab", "backspace", "backspace"]],
    ["Ctrl with letters", "\u0001\u0003\u001a\u001f\n", ["ctrl-a", "ctrl-c", "ctrl-z", "ctrl-_", "ctrl-j"]],
    ["arrows, both ways", `${ESC}[A${ESC}OB${ESC}[C${ESC}OD`, ["up", "down", "right", "left"]],
    ["arrows with Ctrl and Alt", `${ESC}[1;5C${ESC}[1;3D${ESC}[1;2A`, ["ctrl-right", "alt-left", "shift-up"]],
    [
      "home, end, delete, pages",
      `${ESC}[H${ESC}[4~${ESC}[3~${ESC}[5~${ESC}[6;5~`,
      ["home", "end", "delete", "page_up", "ctrl-page_down"],
    ],
    ["Shift-Tab", `${ESC}[Z`, ["shift-tab"]],
    [
      "Alt with letters and keys",
      `${ESC}b${ESC}B${ESC}\r${ESC}\u007f`,
      ["alt-b", "alt-shift-b", "alt-enter", "alt-backspace"],
    ],
    [
      "the newer forms",
      `${ESC}[13;2u${ESC}[99;5u${ESC}[27;2;13~${ESC}[97;2u`,
      ["shift-enter", "ctrl-c", "shift-enter", "text:A"],
    ],
    ["Esc", ESC, ["escape"]],
    ["Esc, then a letter some time later", `${ESC}${ESC}x`, ["escape", "alt-x"]],
    ["keys that mean nothing to us", `${ESC}[15~${ESC}[[A${ESC}[Ma`, ["text:a"]],
    [
      "what a terminal says about itself",
      `${ESC}[I${ESC}[O${ESC}[?1;2c${ESC}[?62;4;22c${ESC}[6;20;10ta`,
      [
        '{"type":"focus","isFocused":true}',
        '{"type":"focus","isFocused":false}',
        '{"type":"attributes","hasSixel":false}',
        '{"type":"attributes","hasSixel":true}',
        '{"type":"cell","width":10,"height":20}',
        "text:a",
      ],
    ],
  ])("reads %s", (_what, text, expected) => {
    expect(decode(text)).toEqual(expected);
  });

  it("reads a whole paste, including line breaks and escape sequences", () => {
    expect(decode(`a${ESC}[200~one\r\ntwo\rthree${ESC}[A${ESC}[201~b`)).toEqual([
      "text:a",
      `paste:one\ntwo\nthree${ESC}[A`,
      "text:b",
    ]);
  });

  it("decodes the same keys for any chunks", () => {
    const bytes = Buffer.from(`aé${ESC}[1;5C👍🏽${ESC}[200~x\r\ny${ESC}[201~${ESC}b\r${ESC}OA`);
    const joined = (keys: readonly string[]): string =>
      keys
        .join(" ")
        .replaceAll(" text:", "")
        .replace(/^text:/, "");
    const whole = joined(decode(bytes));
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 12 }), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), bytes.length];
        const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        expect(joined(decode(...chunks))).toBe(whole);
      }),
    );
  });

  it("never throws, and never waits forever", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 12 }), { maxLength: 8 }), (chunks) => {
        const decoder = new KeyDecoder();
        for (const chunk of chunks) decoder.push(Buffer.from(chunk));
        decoder.flush();
        expect(decoder.isWaiting).toBe(false);
      }),
    );
  });
});
