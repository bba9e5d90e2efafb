// The checker itself: it must notice what it is there to notice.
import { describe, expect, it } from "vitest";
import type { Requirements } from "../requirements/requirement.ts";
import { findGaps } from "./find-gaps.ts";
import { readCitations } from "./read-citations.ts";

const requirements: Requirements = {
  "A-001": { who: "agent", text: "Be there", link: "https://example.com", on: ["memory", "stdio"] },
  "A-002": { who: "client", text: "Be kind", link: "https://example.com", on: ["stdio"] },
  "A-003": { who: "both", text: "Fly", link: "https://example.com", on: [], later: "No wings yet" },
};

const WIRES = 'const wires = runsOn("memory", "stdio");\n';

function gaps(...sources: readonly string[]): string[] {
  return findGaps(
    requirements,
    sources.map((source, index) => readCitations(`${index}.test.ts`, source)),
  );
}

function test(title: string, ...ids: readonly string[]): string {
  return `it("${title}", async () => {\n  verifies(${ids.map((id) => `"${id}"`).join(", ")});\n  expect(1).toBe(1);\n});\n`;
}

const both = WIRES + test("is there", "A-001") + test("is kind", "A-002");

describe("the check of citations", () => {
  it("is content when every requirement is cited", () => {
    expect(gaps(both)).toEqual([]);
    const wrapped =
      'it(\n  `it is (all) "there"`,\n  async () => {\n    verifies(\n      "A-001",\n      "A-002",\n    );\n});';
    expect(gaps(WIRES + wrapped)).toEqual([]);
  });

  it("finds what no test cites", () => {
    expect(gaps(WIRES + test("is there", "A-001"))).toEqual(["A-002 is cited by no test"]);
    expect(gaps()).toEqual(["A-001 is cited by no test", "A-002 is cited by no test"]);
  });

  it("finds an id that does not exist", () => {
    expect(gaps(both, WIRES + test("x", "A-999"))).toEqual(["1.test.ts: cites A-999, which does not exist"]);
  });

  it("does not take a comment for a test", () => {
    const source = WIRES + test("x", "A-001");
    const commented = test("y", "A-002").replaceAll(/^/gm, "// ");
    expect(gaps(source + commented)).toEqual(["A-002 is cited by no test"]);
    expect(gaps(`${source}/* ${test("y", "A-002")} */`)).toEqual(["A-002 is cited by no test"]);
  });

  it("finds a wire on which nobody tests", () => {
    expect(gaps(both.replace('"memory", ', ""))).toEqual(["A-001 is not tested over memory"]);
  });

  it("does not rely on tests that do not run", () => {
    expect(gaps(both.replace("it(", "it.skip("))).toContain("0.test.ts: has tests that do not run");
    expect(gaps(`${both}\ndescribe.skip("x", () => {});`)).toEqual(["0.test.ts: has tests that do not run"]);
  });

  it("finds citations that it cannot read", () => {
    expect(gaps(`${both}\nverifies("A-001");`)).toEqual(["0.test.ts: 1 citations do not open a test"]);
    expect(gaps(both + test("x", "A-001").replace('"A-001"', "...ids"))).toEqual([
      "0.test.ts: 1 citations do not open a test",
    ]);
    expect(gaps(both.replace(WIRES, ""))).toContain('0.test.ts: runsOn("…") is there 0 times, not once');
  });

  it("finds a citation of what is said to come later", () => {
    expect(gaps(both, WIRES + test("x", "A-003"))).toEqual(["A-003 is said to come later, and 1.test.ts cites it"]);
  });
});
