import { describe, expect, it } from "vitest";
import { runUsage } from "../usage/run.ts";
import { parseArguments, toSettingValues } from "./parse-arguments.ts";
import { defineUsage } from "./usage.ts";

const usage = defineUsage({
  name: "try",
  summary: "Try",
  takesCommand: true,
  flags: {
    agent: { type: "string", value: "NAME", short: "a", setting: "agent", summary: "" },
    format: { type: "string", choices: ["text", "json"], summary: "" },
    file: { type: "string", isMultiple: true, summary: "" },
    limit: { type: "number", short: "n", summary: "" },
    port: { type: "number", max: 65_535, summary: "" },
    verbose: { type: "boolean", short: "v", summary: "" },
  },
  positionals: [{ name: "PROMPT", isOptional: true }],
  examples: [],
});

describe("parseArguments", () => {
  it("gives every flag a value of its type, whether or not it is set", () => {
    const { flags, positionals, command } = parseArguments(usage, []);
    expect(flags).toMatchObject({ file: [], verbose: false, help: false });
    expect([flags["agent"], flags["limit"], command, positionals]).toEqual([undefined, undefined, undefined, []]);
  });

  it("reads long and short flags, with and without an equals sign, in any order", () => {
    const argv = ["-vn3", "hello", "--file=a", "--agent", "goose", "--file", "b", "--format=json"];
    expect(parseArguments(usage, argv)).toMatchObject({
      flags: { agent: "goose", format: "json", file: ["a", "b"], limit: 3, verbose: true },
      positionals: ["hello"],
    });
  });

  it("passes the words after -- to the other program", () => {
    const { flags, command } = parseArguments(usage, ["-v", "--", "goose", "acp", "--verbose", "--", "-x"]);
    expect(flags["verbose"]).toBe(true);
    expect(command).toEqual(["goose", "acp", "--verbose", "--", "-x"]);
  });

  it("treats -- as the end of flags if the command runs no other program", () => {
    expect(parseArguments({ ...usage, takesCommand: false }, ["--", "--agent"]).positionals).toEqual(["--agent"]);
  });

  it("accepts a lone dash as an argument, and a dashed value after an equals sign", () => {
    expect(parseArguments(usage, ["-"]).positionals).toEqual(["-"]);
    expect(parseArguments(usage, ["--agent=-x"]).flags["agent"]).toBe("-x");
  });

  it.each([
    [["--agnet", "x"], "Option --agnet not found for parley try. Did you mean --agent?"],
    [["--zebra"], "Option --zebra not found for parley try"],
    [["-z"], "Option -z not found for parley try"],
    [["--agent"], "--agent needs a value"],
    [["--agent", "--verbose"], "--agent needs a value"],
    [["--format"], "--format needs a value: one of text, json"],
    [["--format", "jsom"], '--format is "jsom"; expected one of text, json. Did you mean json?'],
    [["--limit", "many"], '--limit is "many"; expected a whole number'],
    [["--limit=-1"], "expected a whole number"],
    [["--limit", "-1"], '--limit is "-1"; expected a whole number'],
    [["--port", "99999"], '--port is "99999"; expected a whole number from 0 to 65535'],
    [["--verbose=yes"], "--verbose does not take a value"],
    [["one", "two"], '"two" is an unexpected argument; quote text that has spaces'],
    [["--"], "The agent's command is missing after --"],
    [["--constructor", "x"], "Option --constructor not found for parley try"],
  ])("refuses %j", (argv, message) => {
    expect(() => parseArguments(usage, argv)).toThrow(message);
  });

  it("reports missing arguments, unless --help is given", () => {
    const strict = { ...usage, positionals: [{ name: "SHELL", choices: ["bash"] }] };
    expect(() => parseArguments(strict, [])).toThrow("SHELL is missing");
    expect(() => parseArguments(strict, ["csh"])).toThrow('SHELL is "csh"; expected one of bash');
    expect(parseArguments(strict, ["--help"]).flags["help"]).toBe(true);
  });

  it("refers to the help", () => {
    const thrown = expect.objectContaining({
      code: "usage",
      remedy: { label: expect.any(String) as string, command: "parley run --help" },
    });
    expect(() => parseArguments(runUsage, ["--x"])).toThrow(thrown);
  });
});

it("passes flags for settings to the settings", () => {
  const { flags } = parseArguments(usage, ["--agent", "goose", "--log-level", "debug", "-v"]);
  expect(toSettingValues(usage, flags)).toEqual({ agent: "goose", logLevel: "debug", color: undefined });
});
