import { describe, expect, it } from "vitest";
import { parseFlags } from "./flags.ts";

const SUITES = ["updates", "import"];

describe("parseFlags", () => {
  it("measures everything and prints text unless told otherwise", () => {
    const flags = parseFlags([], SUITES);
    expect(flags).toEqual({ rounds: 7, only: undefined, quick: false, profileFolder: undefined, format: "text" });
  });

  it("reads what it is told", () => {
    const flags = parseFlags(["--only", "import", "--rounds", "3", "--json"], SUITES);
    expect(flags).toMatchObject({ only: "import", rounds: 3, format: "json" });
  });

  it("does little when it shall be quick, unless the rounds are given", () => {
    expect(parseFlags(["--quick"], SUITES).rounds).toBe(2);
    expect(parseFlags(["--quick", "--rounds", "5"], SUITES).rounds).toBe(5);
  });

  it.each([
    [["--rounds", "0"], "number from 1 up"],
    [["--rounds", "many"], "number from 1 up"],
    [["--only", "nothing"], "available: updates, import"],
    [["--fast"], "--fast"],
  ])("refuses %j", (args, reason) => {
    expect(() => parseFlags(args, SUITES)).toThrow(reason);
  });
});
