import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseFreeName, parseEntryName, toEntryName } from "./entry-name.ts";

const VALID = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

describe("the name of an entry", () => {
  it.each<[text: string, name: string | undefined]>([
    ["recipe_maker", "recipe-maker"],
    ["Claude Code", "claude-code"],
    ["--goose--", "goose"],
    ["a", "a"],
    ["Générateur d'idées", "generateur-d-idees"],
    ["my.mode/v2", "my-mode-v2"],
    ["x".repeat(80), "x".repeat(63)],
    [`${"x".repeat(62)} y`, "x".repeat(62)],
    ["_-", undefined],
    ["", undefined],
    ["编码", undefined],
  ])("of %j is %j", (text, name) => {
    expect(toEntryName(text)).toBe(name);
  });

  it("is valid for any input, and stable", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const name = toEntryName(text);
        if (name === undefined) return;
        expect(name).toMatch(VALID);
        expect(name.length).toBeLessThanOrEqual(63);
        expect(toEntryName(name)).toBe(name);
        expect(parseEntryName(name)).toBe(name);
      }),
    );
  });

  it("is never truncated in a lookup", () => {
    expect(parseEntryName("Recipe_Maker")).toBe("recipe-maker");
    expect(parseEntryName("x".repeat(64))).toBeUndefined();
    expect(parseEntryName("x".repeat(1_000_000))).toBeUndefined();
  });
});

describe("a name that is taken", () => {
  it("gets the kind as a suffix, and then numbers", () => {
    const taken = new Set<string>();
    const choose = (): string | undefined => {
      const name = chooseFreeName("goose", "acp", taken);
      if (name !== undefined) taken.add(name);
      return name;
    };
    expect([choose(), choose(), choose(), choose()]).toEqual(["goose", "goose-acp", "goose-2", "goose-3"]);
    for (let count = 0; count < 96; count += 1) choose();
    expect(choose()).toBeUndefined();
  });

  it("stays within the length limit", () => {
    const long = "x".repeat(63);
    expect(chooseFreeName(long, "acp", new Set([long]))).toBe(`${"x".repeat(59)}-acp`);
    const dashed = `${"x".repeat(58)}-${"y".repeat(4)}`;
    expect(chooseFreeName(dashed, "a2a", new Set([dashed]))).toMatch(VALID);
  });
});
