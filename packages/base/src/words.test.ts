import { afterEach, expect, it } from "vitest";
import { formatBytes, formatDecimal, formatNumber, setWords, t, tKnown, tPlural } from "./index.ts";

afterEach(() => setWords({}, "en"));

it("a text without a table is English, with its values in their places", () => {
  expect(t("Changes to {0}", "a{1}.ts")).toBe("Changes to a{1}.ts");
  expect(tPlural(1, "{0} file of {1}", "{0} files of {1}", "x")).toBe("1 file of x");
  expect(tPlural(1234, "{0} file", "{0} files")).toBe("1,234 files");
  expect([formatNumber(1234.5), formatDecimal(1234.56, 1), formatBytes(1), formatBytes(1536)]).toEqual([
    "1,234.5",
    "1234.6",
    "1 byte",
    "1.5 KiB",
  ]);
});

it("a table replaces what it has, in the order and with the numbers of its language", () => {
  setWords({ "{0} in {1}": "in {1}: {0}", "{0} file": "{0} Datei", "{0} files": "{0} Dateien" }, "de");
  expect(t("{0} in {1}", "a", "b")).toBe("in b: a");
  expect([tPlural(1, "{0} file", "{0} files"), tPlural(2345, "{0} file", "{0} files")]).toEqual([
    "1 Datei",
    "2.345 Dateien",
  ]);
  expect([formatDecimal(1.25, 1), formatBytes(1536), t("Not there"), tKnown("constructor")]).toEqual([
    "1,3",
    "1,5 KiB",
    "Not there",
    "constructor",
  ]);
});
