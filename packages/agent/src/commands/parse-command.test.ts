import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtInCommands } from "./built-in.ts";
import type { SlashCommand } from "./command.ts";
import { describeUnknown, parseCommand } from "./parse-command.ts";

const named = (name: string): SlashCommand => ({ name, description: name, run: async () => ({ say: name }) });
const commands = [...builtInCommands, named("team:ship"), named("docs:read/write"), named("Größe")];

function parsed(text: string): readonly [name: string, rest: string] | readonly string[] | undefined {
  const result = parseCommand(text, commands);
  if (result === undefined) return undefined;
  return "unknown" in result ? result.suggestions : [result.command.name, result.rest];
}

describe("a command", () => {
  it.each([
    ["/help", ["help", ""]],
    ["/help model", ["help", "model"]],
    ["  /undo   2 \n", ["undo", "2"]],
    ["/review main..HEAD\nlook at\nthe tests", ["review", "main..HEAD\nlook at\nthe tests"]],
    ["/HELP", ["help", ""]],
    ["/team:ship now", ["team:ship", "now"]],
    ["/docs:read/write x", ["docs:read/write", "x"]],
    ["/größe", ["Größe", ""]],
  ])("%j is known", (text, expected) => {
    expect(parsed(text)).toEqual(expected);
  });

  it.each([
    "",
    "/",
    "hello",
    "what does /help do?",
    "// a comment",
    "/usr/bin",
    "/tmp/x is broken",
    "/etc/hosts has a line too many",
    "/nonsense with more text is for the model",
    "/undo/redo",
    "/ help",
    "/-help",
    `/${"x".repeat(100)}`,
  ])("%j is for the model", (text) => {
    expect(parsed(text)).toBeUndefined();
  });

  it.each([
    ["/hepl", ["help"]],
    ["/mod", ["mode", "model"]],
    ["/ship", ["team:ship"]],
    ["/undoo", ["undo"]],
    ["/reveiw", ["review"]],
    ["/tmp", []],
    ["/nothing-like-it", []],
  ])("%j alone is answered with what is close to it", (text, expected) => {
    expect(parsed(text)).toEqual(expected);
  });

  it("is whatever its name and its rest are", () => {
    fc.assert(
      fc.property(fc.constantFrom(...commands), fc.string(), (command, rest) => {
        expect(parseCommand(`/${command.name} ${rest}`, commands)).toEqual({ command, rest: rest.trim() });
      }),
    );
  });

  it("is always distinguished from text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const result = parseCommand(text, commands);
        expect(result === undefined || text.trimStart().startsWith("/")).toBe(true);
      }),
    );
  });
});

describe("an unknown command", () => {
  it("is answered with what to do", () => {
    expect(describeUnknown({ unknown: "mod", suggestions: ["mode", "model"] })).toBe(
      "Unknown command `/mod`. Did you mean `/mode`, `/model`? `/help` lists them all.",
    );
    expect(describeUnknown({ unknown: "tmp", suggestions: [] })).toBe(
      "Unknown command `/tmp`. `/help` lists them all.",
    );
  });
});
