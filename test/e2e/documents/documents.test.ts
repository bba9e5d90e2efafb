// Everything that the documents and the help texts tell people to type is typed here, to the letter (but for the port of a server).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace } from "../run-parley.ts";
import { EXPECTATIONS } from "./expectations.ts";
import { findInDocuments, findInHelp, findInMessages, findNamed, readHelp, type Example } from "./find-examples.ts";
import { openScene, type Scene } from "./scene.ts";
import { tryAll } from "./try-out.ts";

let help: ReadonlyMap<string, string>;
let scene: Scene;
beforeAll(async () => {
  await using place = await openPlace();
  help = await readHelp(place);
  scene = await openScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

describe("the documents", { timeout: 240_000 }, () => {
  it.each([...groupByDocument(findInDocuments())])("%s: every command runs", async (_, commands) => {
    expect(await tryAll(commands, scene)).toEqual([]);
  });

  it("name only commands and options that exist", () => {
    expect(findNamed().filter(({ command }) => !isKnown(command))).toEqual([]);
  });
});

describe("errors and other messages", () => {
  it("name only commands and options that exist", () => {
    const named = findInMessages();
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter(({ command }) => !isKnown(command))).toEqual([]);
  });
});

describe("the help texts", { timeout: 480_000 }, () => {
  it("show examples that work", async () => {
    const commands = findInHelp(help).map(({ command }) => command);
    expect(commands.length).toBeGreaterThan(20);
    expect(await tryAll(commands, scene)).toEqual([]);
  });

  it("have an example for every row of the expectations", () => {
    const commands = [...findInDocuments(), ...findInHelp(help)].map(({ command }) => command);
    const unused = EXPECTATIONS.filter(([pattern]) => !commands.some((command) => pattern.test(command)));
    expect(unused.map(([pattern]) => pattern)).toEqual([]);
  });
});

function groupByDocument(examples: readonly Example[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { from, command } of examples) groups.set(from, [...(groups.get(from) ?? []), command]);
  return groups;
}

/** The longest beginning that is a command has a help text with all of its options in it. */
function isKnown(command: string): boolean {
  const [, ...words] = (command.split(" -- ")[0] ?? "").split(" ");
  const length = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  const names = length === -1 ? words : words.slice(0, length);
  const found = names.findLastIndex((_, index) => help.has(names.slice(0, index + 1).join(" ")));
  const text = help.get(names.slice(0, found + 1).join(" ")) ?? "";
  const options = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.split("=")[0] ?? "");
  const isCommand = words[0] === "COMMAND" || words[0]?.startsWith("-") === true || found >= 0;
  return isCommand && options.every((option) => text.includes(option));
}
