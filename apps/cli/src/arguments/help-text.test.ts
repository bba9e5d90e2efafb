import { describe, expect, it } from "vitest";
import { commands, groups } from "../commands.ts";
import { commandHelp } from "./help-text.ts";
import { flagsOf } from "./global-flags.ts";
import { parseArguments } from "./parse-arguments.ts";

describe.each(commands.map(({ usage }) => [usage.name, usage] as const))("the help on %s", (name, usage) => {
  const help = commandHelp(usage);

  it("shows the summary and the usage, with examples", () => {
    expect(help.startsWith(`${usage.summary}.\n\nUsage: parley ${name}`)).toBe(true);
    expect(usage.examples.length).toBeGreaterThan(0);
    for (const { command } of usage.examples) expect(help).toContain(command);
  });

  it("lists every flag", () => {
    for (const flag of Object.keys(flagsOf(usage))) expect(help).toContain(`--${flag}`);
  });

  it("fits its lines into the terminal, and into 120 columns without one", () => {
    for (const columns of [undefined, 80]) {
      const [prose = ""] = commandHelp(usage, columns).split("\nExamples:\n");
      const long = prose.split("\n").filter((text) => text.length > (columns ?? 120) && !text.startsWith("Usage: "));
      expect(long).toEqual([]);
    }
  });

  it("names the values of each argument, and each default once", () => {
    for (const { name: argument, choices = [] } of usage.positionals) {
      for (const choice of choices) expect(help).toMatch(new RegExp(`${argument} is [^.]*\\b${choice}\\b`));
    }
    expect(help).not.toMatch(/\) \((?!repeatable)/);
  });

  it("has no duplicate short flags, and only flags of its own", () => {
    const letters = Object.values(flagsOf(usage)).flatMap(({ short }) => short ?? []);
    expect(new Set(letters).size).toBe(letters.length);
    expect(Object.keys(usage.flags)).not.toContain("help");
  });

  it("gives examples that work", () => {
    const calls = usage.examples.flatMap(({ command }) => [toWords(command, name) ?? []]);
    const parsed = calls.filter((words) => words.length > 0).map((words) => parseArguments(usage, words));
    expect(parsed.every(({ flags }) => flags["help"] === false)).toBe(true);
  });
});

it("has commands for every group, and a default command", () => {
  for (const { name, defaultCommand } of groups) {
    const members = commands.filter(({ usage }) => usage.name.startsWith(`${name} `));
    expect(members.length).toBeGreaterThan(1);
    expect([name, ...members.map(({ usage }) => usage.name)]).toContain(defaultCommand);
  }
});

/** The words after the command's name in an example of a plain call; pipelines have the call after the pipe. */
function toWords(example: string, name: string): string[] | undefined {
  const call = new RegExp(`parley ${name}(?<rest>(?:'[^']*'|"[^"]*"|[^|<>])*)`).exec(example)?.groups?.["rest"];
  return (
    call?.match(/'[^']*'|"[^"]*"|[^\s")]+/g)?.map((word) => word.replaceAll(/["']/g, "")) ??
    (call === undefined ? undefined : [])
  );
}
