import { describe, expect, it } from "vitest";
import { cutBytes, cutBytesAtLine, cutMiddle, cutWithNote } from "./cut.ts";

const FACE = "😀";

describe("cutting", () => {
  it("leaves alone what fits", () => {
    expect(cutWithNote("abc", 3, "more")).toBe("abc");
    expect(cutMiddle("abcd", { headChars: 2, tailChars: 2 }, String)).toBe("abcd");
    expect(cutBytes("äb", 3)).toEqual({ text: "äb", isCut: false });
  });

  it("says that something is missing", () => {
    expect(cutWithNote("abcd", 2, "more")).toBe("ab\n\n[more]");
    expect(cutMiddle("abcdef", { headChars: 1, tailChars: 2 }, (gone) => `(${gone})`)).toBe("a\n(3)\nef");
    expect(cutBytes("abcd", 3)).toEqual({ text: "abc", isCut: true });
  });

  it("never leaves half a character", () => {
    const text = FACE.repeat(4);
    expect(cutMiddle(text, { headChars: 3, tailChars: 3 }, (gone) => `(${gone})`)).toBe(`${FACE}\n(4)\n${FACE}`);
    expect(cutBytes(text, 7).text).toBe(FACE);
    expect(cutBytes("äää", 3).text).toBe("ä");
  });

  it("may leave nothing", () => {
    expect(cutMiddle("abc", { headChars: 0, tailChars: 0 }, (gone) => `(${gone})`)).toBe("\n(3)\n");
    expect(cutBytes("abc", 0).text).toBe("");
  });

  it("cuts between lines where there is one near", () => {
    const text = `${"first line\n".repeat(3)}${"x".repeat(40)}\n${"last line\n".repeat(3)}`;
    const short = cutMiddle(text, { headChars: 36, tailChars: 36, atLines: true }, () => "…");
    expect(short).toBe(`${"first line\n".repeat(3)}…\n${"last line\n".repeat(3)}`);
    expect(cutBytesAtLine("first line\nsecond line", 15).text).toBe("first line");
    // One that is too far would cost too much.
    expect(cutBytesAtLine("a\nsecond line", 8).text).toBe("a\nsecond");
  });
});
