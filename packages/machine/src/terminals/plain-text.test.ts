// Plain text of what a terminal shows.
import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { PlainText } from "./plain-text.ts";

function plain(...parts: readonly string[]): string {
  const text = new PlainText();
  return parts.map((part) => text.push(part)).join("") + text.line;
}

describe("plain text of a terminal", () => {
  it.each([
    ["a\r\nb\r\n", "a\nb\n"],
    ["\u001b[1;31mred\u001b[0m\r\n", "red\n"],
    ["\u001b]0;title\u0007a\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\", "alink"],
    ["10%\r20%\r100%\r\n", "100%\n"],
    ["downloading\rdone\u001b[K\r\n", "done\n"],
    ["ab\bc\u0007\r\n", "ac\n"],
    ["x\u001b[3Gy", "x y"],
    ["\u001b(Ba\tb", "a\tb"],
    ["漢字 ž\r\n", "漢字 ž\n"],
    ["a\u001b[2K\rb\n", "b\n"],
  ])("of %j is %j", (raw, expected) => {
    expect(plain(raw)).toBe(expected);
  });

  it("is the same however the output is cut into parts", () => {
    const piece = fc.constantFrom(
      "a",
      "\r",
      "\n",
      "\b",
      "\u001b[",
      "31m",
      "K",
      "\u001b]0;t\u0007",
      "2G",
      "漢",
      "\u001b",
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece)), (parts) => {
        const texts = parts.map((pieces) => pieces.join(""));
        expect(plain(...texts)).toBe(plain(texts.join("")));
      }),
    );
  });

  it("passes a prompt on before its line ends, and what overwrites it as another line", () => {
    const text = new PlainText();
    expect(text.push("10%")).toBe("");
    expect(text.take()).toBe("10%");
    expect(text.take()).toBe("");
    expect(text.push("!")).toBe("");
    expect(text.take()).toBe("!");
    expect(text.push("\r20%")).toBe("");
    expect(text.take()).toBe("\n20%");
    expect(text.push("\r\nend\r\n")).toBe("\nend\n");
  });

  it("holds no more than a line of a limited length", () => {
    const text = new PlainText();
    const long = "x".repeat(300_000);
    expect(text.push(long).length + text.line.length).toBe(long.length);
    expect(text.line.length).toBeLessThan(100_000);
  });
});
