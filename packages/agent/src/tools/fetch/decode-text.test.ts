import { describe, expect, it } from "vitest";
import { FETCH_PROBE_BYTES } from "../../limits.ts";
import { decodeText } from "./decode-text.ts";

const latin = (text: string): Uint8Array => Buffer.from(text, "latin1");

describe("decodeText", () => {
  it.each([
    ["UTF-8 if nothing says otherwise", Buffer.from("ä日"), undefined, "ä日"],
    ["the header", latin("\u00E4"), "ISO-8859-1", "ä"],
    ["the header before the page", latin('<meta charset="utf-8">\u00E4'), "latin1", '<meta charset="utf-8">ä'],
    ["a byte order mark before the header", latin("\u00EF\u00BB\u00BF\u00C3\u00A4"), "latin1", "ä"],
    ["a mark of UTF-16 with the low byte first", latin("\u00FF\u00FEa\0"), "utf-8", "a"],
    ["a mark of UTF-16 with the high byte first", latin("\u00FE\u00FF\0a"), undefined, "a"],
    ["the page", latin("<meta charset=windows-1251>\u00E4"), undefined, "<meta charset=windows-1251>д"],
    [
      "the first of several in the page",
      latin("<meta a=b><META CHARSET='koi8-r'>\u00C1<meta charset=utf-8>"),
      undefined,
      "<meta a=b><META CHARSET='koi8-r'>а<meta charset=utf-8>",
    ],
    [
      "an XML declaration",
      latin('<?xml version="1.0" encoding="koi8-r"?>\u00C1'),
      undefined,
      '<?xml version="1.0" encoding="koi8-r"?>а',
    ],
  ])("follows %s", (_, bytes, charset, text) => {
    expect(decodeText(bytes, charset)).toEqual({ text });
  });

  it("reads a charset from the content of a meta element", () => {
    const page = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">';
    expect(decodeText(latin(`${page}\u00B1`), undefined)).toEqual({ text: `${page}ą` });
  });

  it("reads typographic quotes and the euro sign, which pages in Latin-1 have", () => {
    expect(decodeText(latin("\u0080\u0093\u0094\u009F\u0081"), "latin1").text).toBe("€“”Ÿ\u0081");
  });

  it("does not believe a readable page that it has 16 bits per character", () => {
    const page = "<meta charset=utf-16>";
    expect(decodeText(Buffer.from(`${page}ä`), undefined)).toEqual({ text: `${page}ä` });
  });

  it("says which charset it does not know", () => {
    expect(decodeText(Buffer.from("ä"), 'x"y')).toEqual({
      text: "ä",
      remark: String.raw`The charset "x\"y" is not known; the text was read as UTF-8.`,
    });
  });

  it("searches the beginning of a page only", () => {
    const page = `${" ".repeat(FETCH_PROBE_BYTES)}<meta charset=latin1>ä`;
    expect(decodeText(Buffer.from(page), undefined)).toEqual({ text: page });
  });

  it("replaces bytes that are not UTF-8", () => {
    expect(decodeText(latin("a\u00FFb"), undefined)).toEqual({ text: "a\uFFFDb" });
    expect(decodeText(new Uint8Array(), undefined)).toEqual({ text: "" });
  });
});
