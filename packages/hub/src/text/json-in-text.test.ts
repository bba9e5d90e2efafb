import { describe, expect, it } from "vitest";
import { parseJsonInText } from "./json-in-text.ts";
import { ANSWER_CHARS_MAX } from "./limits.ts";

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
    expect(parseJsonInText(text)).toEqual({ a: 1 });
  });

  it("keeps brackets and fences in its strings", () => {
    const value = [{ text: 'a } ] " \\ ```' }];
    expect(parseJsonInText(`Here: ${JSON.stringify(value)} [end]`)).toEqual(value);
  });

  it.each(["", "no", "7", '"text"', "null", "{".repeat(10_000), "{a: 1}", "```\n```"])("%.20j has none", (text) => {
    expect(parseJsonInText(text)).toBeUndefined();
  });

  it("is not looked for in what is too long", () => {
    expect(parseJsonInText(`[${" ".repeat(ANSWER_CHARS_MAX)}]`)).toBeUndefined();
  });
});
