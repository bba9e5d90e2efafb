import { describe, expect, it } from "vitest";
import { JSON_TEXT_CHARS_MAX } from "../limits.ts";
import { findFences, findJson } from "./json-in-text.ts";

describe("JSON in a model's text", () => {
  it.each<[how: string, text: string]>([
    ["raw", '{"a": 1}'],
    ["in a fence", 'Sure:\n```json\n{"a": 1}\n```\nDone {b}.'],
    ["in a fence that is never closed", '```\n{"a": 1}'],
    ["in tildes", '~~~\n{"a": 1}\n~~~'],
    ["in the second fence", '```sh\nls\n```\n```json\n{"a": 1}\n```'],
    ["in prose", 'I {think} so: {"a": 1}, or not.'],
    ["in prose beside a fence of something else", '{"a": 1}\n```sh\nls\n```'],
  ])("is found %s", (_, text) => {
    expect(findJson(text)).toEqual([{ a: 1 }]);
  });

  it("keeps brackets and fences in its strings", () => {
    const value = [{ text: 'a } ] " \\ ```' }];
    expect(findJson(`Here: ${JSON.stringify(value)} [end]`)).toEqual([value]);
  });

  it.each(["", "no", "7", '"text"', "null", "{".repeat(10_000), "{a: 1}", "```\n```"])("%.20j has none", (text) => {
    expect(findJson(text)).toEqual([]);
  });

  it("is found several times", () => {
    expect(findJson('First {"a": 1}, then [2].')).toEqual([{ a: 1 }, [2]]);
    expect(findJson('```json\n{"a": 1}\n```\n{"b": 2}\n~~~\n[3]\n~~~')).toEqual([{ a: 1 }, [3]]);
  });

  it("is not searched for in very long text", () => {
    expect(findJson(`[${" ".repeat(JSON_TEXT_CHARS_MAX)}]`)).toEqual([]);
  });
});

it("names the language of a fenced block", () => {
  expect(findFences("```HTML\n<p>\n```\n~~~~\nx\n~~~\ny")).toEqual([
    { language: "html", body: "<p>" },
    { language: "", body: "x\n~~~\ny" },
  ]);
});
