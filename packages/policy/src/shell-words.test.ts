import { describe, expect, it } from "vitest";
import { decide } from "./decide.ts";
import { toShellLine } from "./shell-words.ts";
import { createLine, createRules } from "./testing/facts.ts";

describe("words as a person would type them", () => {
  it.each<[words: string[], line: string]>([
    [["npm", "run", "build:all", "--x=1"], "npm run build:all --x=1"],
    [["bash", "-lc", 'echo "$i"'], `bash -lc 'echo "$i"'`],
    [["rm", "a b", ""], "rm 'a b' ''"],
    [["echo", "it's"], String.raw`echo 'it'\''s'`],
  ])("%j", (words, line) => {
    expect(toShellLine(words)).toBe(line);
  });
});

it.each(["*.tmp", "?tmp", "$x.tmp"])("a word that is only known at run time is not what %j allows", (pattern) => {
  const rules = createRules({ autoAllow: [`execute(mytool ${pattern})`] });
  const verdictOf = (line: string): string => decide({ kind: "execute", command: "" }, createLine(line), rules).verdict;
  expect(verdictOf('mytool "$x.tmp"')).toBe("ask");
});
