import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { HARMLESS_WORDS } from "./harmless-programs.ts";
import { HARMLESS_GIT_LISTS, HARMLESS_LISTS } from "./harmless.ts";
import { HARMLESS_VARIABLES } from "./variables.ts";

const text = readFileSync(new URL("../../../../docs/rules.md", import.meta.url), "utf8");

/** The names in a row of the table of what `auto` runs. */
function readRow(title: string): string[] {
  const row = text.split("\n").find((line) => line.startsWith(`| ${title} |`)) ?? "";
  return Array.from(row.matchAll(/`([^`]+)`/g), ([, name = ""]) => name);
}

describe("docs/rules.md", () => {
  it.each([
    ["programs", [...HARMLESS_LISTS.keys(), ...HARMLESS_WORDS, "find", "git", "printf"].toSorted()],
    ["sub-commands of git", [...HARMLESS_GIT_LISTS.keys()].toSorted()],
    ["variables", [...HARMLESS_VARIABLES.keys()].toSorted()],
  ])("lists the %s that auto runs without a question", (title, names) => {
    expect(readRow(title)).toEqual(names);
  });
});
