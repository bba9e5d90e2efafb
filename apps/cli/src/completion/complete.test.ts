import { createTempFolder } from "@parley/test-support";
import { writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { flagsOf } from "../arguments/global-flags.ts";
import { choicesOf } from "../arguments/parse-arguments.ts";
import { commands, DEFAULT_COMMAND, groups } from "../commands.ts";
import { answerShell } from "./answer-shell.ts";
import { complete, type Tables } from "./complete.ts";

const tables: Tables = { commands, groups, defaultCommand: DEFAULT_COMMAND, flagsOf, choicesOf, home: "/no/such/home" };

async function values(...words: readonly string[]): Promise<readonly string[]> {
  const { candidates, shell } = await complete(words, tables);
  return shell === undefined ? candidates.map(({ value }) => value) : [`:${shell}`];
}

it.each([
  [["tr"], ["trust", "trace"]],
  [["agents", "re"], ["remove"]],
  [["agents", "--js"], ["--json"]],
  [["--conti"], ["--continue"]],
  [["run", "--for"], ["--format"]],
  [["run", "--format", "j"], ["json"]],
  [["run", "-f", "nd"], ["ndjson"]],
  [["run", "--format=t"], ["--format=text"]],
  [["run", "--format", "json", "--form"], []],
  [["run", "--file", "a", "--fil"], ["--file"]],
  [["run", "--file", ""], [":file"]],
  [["chat", "--add-dir=x"], [":folder"]],
  [["run", "--", "no"], [":file"]],
  [["rules", "add", "r"], ["reject"]],
  [["rules", "add", "allow", "x"], []],
  [["sessions", "show", "la"], ["latest"]],
  [["sessions", "delete", "a", "la"], ["latest"]],
  [
    ["run", "--level", "a"],
    ["auto", "autopilot"],
  ],
  [["nonsense", ""], []],
  [["run", "--nonsense=x"], []],
])("completes %j to %j", async (words, expected) => {
  expect(await values(...words)).toEqual(expected);
});

it("offers every command, with what it is for", async () => {
  const { candidates } = await complete([""], tables);
  expect(candidates.map(({ value }) => value)).toEqual([
    ...new Set(commands.map(({ usage }) => usage.name.split(" ")[0])),
  ]);
  expect(candidates.every(({ about }) => about !== undefined)).toBe(true);
});

it("offers agents that were added", async () => {
  await using folder = await createTempFolder();
  await writeFile(folder.file("config.json"), '{"agents": {"mine": {"command": "x", "title": "My own\\u001b[2J"}}}');
  const answer = await answerShell(["zsh", "run", "--agent", "mi"], { ...tables, home: folder.path });
  expect(answer).toBe("mine\tMy own\n");
});

it("puts together what bash takes apart, and answers with the last word alone", async () => {
  expect(await answerShell(["bash", "run", "--format", "=", "nd"], tables)).toBe("ndjson\n");
  expect(await answerShell(["bash", "run", "--format", "="], tables)).toBe("text\njson\nndjson\n");
  expect(await answerShell(["bash", "run", "--format", "=", "json", "--verb"], tables)).toMatch(/^--verbose\t/);
});
