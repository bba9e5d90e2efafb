import { describe, expect, it } from "vitest";
import { parseReport, parseSequence } from "./parse-sequence.ts";

const NONE = { ctrl: false, alt: false, shift: false };

describe("the sequence of a key", () => {
  it.each<[string, object]>([
    ["A", { type: "key", name: "up", ...NONE }],
    ["1;5D", { type: "key", name: "left", ...NONE, ctrl: true }],
    ["1;8C", { type: "key", name: "right", ctrl: true, alt: true, shift: true }],
    ["Z", { type: "key", name: "tab", ...NONE, shift: true }],
    ["3~", { type: "key", name: "delete", ...NONE }],
    ["6;3~", { type: "key", name: "page_down", ...NONE, alt: true }],
    ["27;2;13~", { type: "key", name: "enter", ...NONE, shift: true }],
    ["13;2u", { type: "key", name: "enter", ...NONE, shift: true }],
    ["57414u", { type: "key", name: "enter", ...NONE }],
    ["127;1:3u", { type: "key", name: "backspace", ...NONE }],
    ["99;5u", { type: "chord", text: "c", ...NONE, ctrl: true }],
    ["67:99;6u", { type: "chord", text: "c", ctrl: true, alt: false, shift: true }],
    ["97;2u", { type: "text", text: "A" }],
    ["128077u", { type: "text", text: "👍" }],
  ])("%j is %j", (body, key) => {
    expect(parseSequence(body)).toEqual(key);
  });

  it.each([
    "",
    "5",
    "a b",
    "9~",
    "constructor",
    "u",
    "1u",
    "57344u",
    "63743u",
    "1114112u",
    "99999999999999999999u",
    "1:2:3;;;;~",
    "<0;1;1M",
  ])("is not %j", (body) => {
    expect(parseSequence(body)).toBeUndefined();
  });
});

describe("a report of the terminal", () => {
  it.each<[string, object]>([
    ["I", { type: "focus", isFocused: true }],
    ["O", { type: "focus", isFocused: false }],
    ["?62;4;22c", { type: "attributes", hasSixel: true }],
    ["?4;22c", { type: "attributes", hasSixel: false }],
    ["?62;14;44c", { type: "attributes", hasSixel: false }],
    ["6;20;10t", { type: "cell", width: 10, height: 20 }],
  ])("is read from %j", (body, report) => {
    expect(parseReport(body)).toEqual(report);
  });

  it.each(["", "A", "?c", "6;20t", "4;20;10t", "6;20000;10t", "6;20;10t\n"])("is not %j", (body) => {
    expect(parseReport(body)).toBeUndefined();
  });
});
