import { describe, expect, it } from "vitest";
import { knownAgents } from "./known-agents.ts";
import { quirks, quirksOf, type Quirk } from "./quirks.ts";

const ids = (launch: Parameters<typeof quirksOf>[0]): readonly string[] => quirksOf(launch).map(({ id }) => id);
const ALL = ["gemini-new-files", "gemini-image-with-link"];

describe("the table of quirks", () => {
  it("names known agents, their programs, and a reference for each", () => {
    for (const { agent, program, reference } of quirks) {
      const known = knownAgents.find(({ name }) => name === agent);
      expect(known?.programs.map(({ file }) => file)).toContain(program);
      expect(reference).toMatch(/^https:\/\//);
    }
  });

  it.each([
    { name: "gemini", command: "/usr/bin/node" },
    { name: "gemini", command: "gemini", version: "0.61.0" },
    { name: "mine", command: "/opt/bin/gemini" },
    { name: "mine", command: String.raw`C:\npm\gemini.cmd` },
  ])("applies to %j", (launch) => {
    expect(ids(launch)).toEqual(ALL);
  });

  it.each([
    { name: "goose", command: "goose" },
    { name: "mine", command: "/opt/gemini/bin/other" },
  ])("does not apply to %j", (launch) => {
    expect(ids(launch)).toEqual([]);
  });
});

describe("a range of versions", () => {
  const [row] = quirks as [Quirk, ...Quirk[]];
  const table = [{ ...row, since: "0.5.0", fixedIn: "0.70.0" }];

  it.each([
    ["0.4.9", false],
    ["0.5.0-preview.1", true],
    ["0.5.0", true],
    ["0.69.9", true],
    // Built before the release that has the fix.
    ["0.70.0-nightly.3", true],
    ["0.70.0", false],
    [undefined, true],
  ])("%s: %s", (version, applies) => {
    expect(quirksOf({ name: "gemini", command: "gemini", version }, table)).toHaveLength(applies ? 1 : 0);
  });
});
