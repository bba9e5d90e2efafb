import { describe, expect, it } from "vitest";
import { IMPORTS_MAX } from "../limits.ts";
import { findImportItems, findImports, withoutImportLines as without } from "./memory-imports.ts";

const withoutImportLines = (text: string, items: readonly string[] = []): string => without(text, new Set(items));

describe("the imports of a memory file", () => {
  it.each([
    "@docs/style.md",
    "  @docs/style.md  ",
    "@import docs/style.md",
    '@"docs/style.md"',
    "@import 'docs/style.md'",
  ])("may be a line of their own: %s", (line) => {
    expect(findImports(line)).toEqual([{ path: "docs/style.md", isLine: true }]);
    expect(withoutImportLines(`before\n${line}\nafter`)).toBe("before\nafter");
  });

  it.each([
    ["See @docs/style.md, and @README.md.", ["docs/style.md", "README.md"]],
    ["(@~/own.md) [@./a]", ["~/own.md", "./a"]],
    ["- @docs/style.md", ["docs/style.md"]],
    ["Ask @alice, or mail bob@example.com, or use @scope", []],
    ["`@docs/style.md` is code, @a/b is not", ["a/b"]],
    ["@a/b@c is neither", []],
  ])("may be in a sentence, where they look like paths: %s", (line, paths) => {
    expect(findImports(line)).toEqual(paths.map((path) => ({ path, isLine: false })));
  });

  it("are not in code", () => {
    const text = "```\n@a.md\n```js\n@a.md\n```\n@b.md\n~~~~ts\n@c.md\n~~~\n@d.md\n~~~~\n@e.md\n```\n@f.md";
    expect(findImports(text).map(({ path }) => path)).toEqual(["b.md", "e.md"]);
    expect(withoutImportLines(text)).toBe("```\n@a.md\n```js\n@a.md\n```\n~~~~ts\n@c.md\n~~~\n@d.md\n~~~~\n```\n@f.md");
  });

  it("are each found once, and not too many of them", () => {
    expect(findImports("@a.md\nand @a.md")).toEqual([{ path: "a.md", isLine: true }]);
    const lines = Array.from({ length: IMPORTS_MAX + 5 }, (_, index) => `@${index}.md @x${index}.md`);
    expect(findImports(lines.join("\n"))).toHaveLength(IMPORTS_MAX);
  });

  it("may be items of a list, which stay if they only name a user or a package", () => {
    const users = "Reviewers:\n- @alice\n+ @bob\n- @import carol";
    const text = `Imports:\n- @docs/style.md\n* @./a\n- @types/node\n${users}`;
    const items = ["docs/style.md", "./a", "types/node"];
    expect(findImports(text).map(({ path }) => path)).toEqual(items);
    expect(findImportItems(`${text}\n\`\`\`\n- @docs/code.md\n\`\`\`\nSee @docs/more.md`)).toEqual(items);
    expect(withoutImportLines(text, ["docs/style.md", "./a"])).toBe(`Imports:\n- @types/node\n${users}`);
    expect(withoutImportLines(text)).toBe(text);
  });

  it("leave the rest of the text as it is", () => {
    const text = "a\r\n\nSee @docs/style.md\n";
    expect(withoutImportLines(text)).toBe(text);
    expect([findImports(""), withoutImportLines("")]).toEqual([[], ""]);
  });
});
