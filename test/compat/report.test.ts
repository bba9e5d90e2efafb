import { describe, expect, it } from "vitest";
import type { AgentRecipe } from "./agents/recipe.ts";
import { formatReport, hasFailed } from "./report.ts";
import type { Cell } from "./cell.ts";

const recipe: AgentRecipe = {
  name: "some",
  packages: ["some@1.0.0"],
  version: "1.0.0",
  program: "some/main.js",
  setUp: () => ({ env: {} }),
  known: {
    write: { sign: /x/, reason: "it cannot", link: "https://example.org/1" },
    edit: { sign: /x/, reason: "it could not" },
  },
};
const cells: readonly Cell[] = [
  { check: "text", outcome: "ok", ms: 1_000 },
  { check: "write", outcome: "known", note: "it cannot", ms: 500 },
  { check: "edit", outcome: "fixed", note: "it could not", ms: 500 },
  { check: "list", outcome: "absent", note: "it has no list", ms: 0 },
];
const failed: Cell = { check: "run", outcome: "fail", note: `the output\nis ${"long ".repeat(200)}`, ms: 0 };

describe("formatReport", () => {
  it("has a row for each check that ran, in their order, and a note for each cell that is not ok", () => {
    expect(
      formatReport([{ recipe, cells: [...cells, failed], trouble: ["some left 1 process behind"] }]).split("\n"),
    ).toEqual([
      "| check   | some  |",
      "| ------- | ----- |",
      "| version | 1.0.0 |",
      "| text    | ok    |",
      "| write   | known |",
      "| edit    | fixed |",
      "| run     | FAIL  |",
      "| list    | –     |",
      "| seconds | 2     |",
      "",
      "- some `write`: known: it cannot (https://example.org/1)",
      "- some `edit`: passes now; take it out of the documented failures: it could not",
      "- some `list`: – it has no list",
      expect.stringMatching(/^- some `run`: FAIL the output is long long .*…$/),
      "- some: some left 1 process behind",
    ]);
  });
});

describe("hasFailed", () => {
  it("is about what nobody has documented", () => {
    expect(hasFailed([{ recipe, cells, trouble: [] }])).toBe(false);
    expect(hasFailed([{ recipe, cells: [failed], trouble: [] }])).toBe(true);
    expect(hasFailed([{ recipe, cells, trouble: ["left behind"] }])).toBe(true);
  });
});
