import { plural } from "./plural.ts";
import { expect, it } from "vitest";
import { escapeHtml } from "./escape-html.ts";
import { formatBytes } from "./format-bytes.ts";

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [767.25, "767 bytes"],
  [1_536, "1.5 KiB"],
  [2 * 1024 * 1024, "2.0 MiB"],
  [3.25 * 1024 ** 3, "3.3 GiB"],
])("%d bytes are %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it("escapes what HTML would read as markup", () => {
  expect(escapeHtml(`<a href="x">Tom & 'Ann'</a>`)).toBe(
    "&lt;a href=&quot;x&quot;&gt;Tom &amp; &#39;Ann&#39;&lt;/a&gt;",
  );
});

it("counts with the right form of the noun", () => {
  expect([plural(0, "file"), plural(1, "file"), plural(1_234, "file"), plural(2, "entry", "entries")]).toEqual([
    "0 files",
    "1 file",
    "1,234 files",
    "2 entries",
  ]);
});
