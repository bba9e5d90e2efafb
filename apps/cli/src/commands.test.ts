// docs/command-line.md tells of every command and every exit code.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { commands } from "./commands.ts";
import { ExitCodes } from "./exit-codes.ts";

const text = readFileSync(new URL("../../../docs/command-line.md", import.meta.url), "utf8");

it("documents every command", () => {
  const rows = text.split("\n").filter((line) => line.startsWith("| `parley"));
  const isTold = (name: string): boolean => {
    const [first = "", second] = name.split(" ");
    const about = rows.filter((line) => line.includes(`parley ${first}`));
    if (second === undefined) return about.length > 0;
    return about.some((row) => row.includes(`\`${second}\``) || row.includes(`${first} ${second}\``));
  };
  expect(commands.map(({ usage }) => usage.name).filter((name) => !isTold(name))).toEqual([]);
});

it("documents every exit code", () => {
  const told = [...text.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  expect(told).toEqual(Object.values(ExitCodes));
});

it("documents the JSON of every command that prints it", () => {
  const printing = commands.filter(({ usage }) => Object.hasOwn(usage.flags, "json")).map(({ usage }) => usage.name);
  const table = text.slice(text.indexOf("## JSON"));
  const isTold = (name: string): boolean => {
    const [first = "", second = first] = name.split(" ");
    return table.split("\n").some((line) => line.startsWith(`| \`${first}`) && line.split("|")[1]?.includes(second));
  };
  expect(printing.filter((name) => !isTold(name))).toEqual([]);
});
