import { plural } from "@parley/base";
import { describe, expect, it } from "vitest";
import { beginning, bullets, fenced, inlineCode, table } from "./markdown.ts";

describe("a block of code", () => {
  it("has a fence that is longer than any in the text", () => {
    expect(fenced("a")).toBe("```\na\n```");
    expect(fenced("a\n", "ts")).toBe("```ts\na\n```");
    expect(fenced("```\na\n```")).toBe("````\n```\na\n```\n````");
    expect(fenced("")).toBe("```\n```");
  });

  it("takes any number of backticks", () => {
    expect(fenced("` ".repeat(300_000)).startsWith("```\n` ")).toBe(true);
    expect(inlineCode("` ".repeat(300_000)).startsWith("`` ` ` ")).toBe(true);
  });

  it("on one line has marks that are not in it", () => {
    expect(inlineCode("a b")).toBe("`a b`");
    expect(inlineCode("a`b")).toBe("``a`b``");
    expect(inlineCode("`a")).toBe("`` `a ``");
    expect(inlineCode("a\n b")).toBe("`a b`");
    expect(inlineCode("")).toBe("");
  });
});

it("a table stays a table with any content", () => {
  expect(table(["a", "b"], [["x|y", "one\ntwo"]])).toBe("| a | b |\n|---|---|\n| x\\|y | one two |");
});

it("what is too long says how much more there is", () => {
  expect(beginning(" abc ", 3)).toBe("abc");
  expect(beginning("abcdef", 5)).toBe("abcde\n\n… and 1 more character.");
  expect(bullets(["a", "b", "c"], 2)).toBe("- a\n- b\n- … and 1 more");
  expect(bullets(["a"], 2)).toBe("- a");
});

it("counts as people do", () => {
  expect(plural(1, "file")).toBe("1 file");
  expect(plural(0, "file")).toBe("0 files");
  expect(plural(12_345, "token")).toBe("12,345 tokens");
});
