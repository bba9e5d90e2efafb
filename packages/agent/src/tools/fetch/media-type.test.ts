import { describe, expect, it } from "vitest";
import { FETCH_PROBE_BYTES } from "../../limits.ts";
import { parseMediaType, sniffMedium, toMedium } from "./media-type.ts";

describe("the declared type of a response", () => {
  it.each([
    [undefined, "", undefined],
    ["", "", undefined],
    [" Text/HTML ; Charset=UTF-8", "text/html", "UTF-8"],
    [`text/html; charset="latin1"; x=y`, "text/html", "latin1"],
    ["text/html; boundary=charset; charset='utf-8'", "text/html", "utf-8"],
    ["text/html; charset=", "text/html", undefined],
    [";charset=utf-8", "", "utf-8"],
  ])("is read from %j", (header, name, charset) => {
    expect(parseMediaType(header)).toEqual({ name, charset });
  });

  it.each([
    ["text/html", "html"],
    ["application/xhtml+xml", "html"],
    ["application/json", "json"],
    ["application/ld+json", "json"],
    ["application/vnd.geo+json", "json"],
    ["text/json", "json"],
    ["application/x-ndjson", "json"],
    ["text/plain", "text"],
    ["image/svg+xml", "text"],
    ["application/atom+xml", "text"],
    ["application/yaml", "text"],
    ["image/png", "image"],
    ["application/pdf", "binary"],
    ["video/mp4", "binary"],
    ["application/json-and-more", "binary"],
    ["application/octet-stream", undefined],
    ["", undefined],
  ])("%s is %s", (name, medium) => {
    expect(toMedium(name)).toBe(medium);
  });
});

describe("a response without a type", () => {
  const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");

  it.each([
    ["", "text"],
    ["plain words", "text"],
    ["<!DOCTYPE html><p>", "html"],
    ["\u00EF\u00BB\u00BF\n <html lang=en>", "html"],
    ["\n\n<head>", "html"],
    ["<bodybuilder>", "text"],
    ["a < b <html>", "text"],
    ["a\0b", "binary"],
    ["\u00FF\u00FEa\0b\0", "text"],
    ["\u0089PNG\r\n\u001A\n\0\0\0\rIHDR", "image"],
    ["%PDF-1.7\n", "binary"],
  ])("that begins with %j is %s", (text, medium) => {
    expect(sniffMedium(bytes(text))).toBe(medium);
  });

  it("is judged by its beginning", () => {
    expect(sniffMedium(bytes(`${"a".repeat(FETCH_PROBE_BYTES - 1)}\0`))).toBe("binary");
    expect(sniffMedium(bytes(`${"a".repeat(FETCH_PROBE_BYTES)}\0`))).toBe("text");
  });
});
