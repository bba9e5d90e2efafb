import { describe, expect, it } from "vitest";
import { PROPOSED_TASKS_MAX, SPLIT_CHARS_MAX } from "../limits.ts";
import { splitPrompt, splitSentences } from "./split-prompt.ts";

/** `<`: after the one before, `<<`: after all of them. */
function outline(prompt: string): string[] {
  const marks = { nothing: "", previous: "< ", all: "<< " };
  return splitPrompt(prompt).map(({ text, after }) => marks[after] + text);
}

describe("a compound prompt is split", () => {
  it.each<[prompt: string, pieces: readonly string[]]>([
    ["1. build the API\n2. write the tests", ["build the API", "write the tests"]],
    ["1) say one\n2) say two\n3) fail no", ["say one", "say two", "fail no"]],
    ["- build the API\n* write the tests\n• deploy it", ["build the API", "write the tests", "deploy it"]],
    ["- [ ] build the API\n- [x] Write the tests", ["build the API", "Write the tests"]],
    ["1. What does it do?\n2. Who calls it?", ["What does it do?", "Who calls it?"]],
    ["1. First, build the API\n2. then test it\n3. finally deploy it", ["build the API", "< test it", "<< deploy it"]],
    ["Please do these in this order:\n1. build it\n2. test it\n3. ship it", ["build it", "< test it", "< ship it"]],
    ["1. build it:\n   - quickly\n   - well\n2. test it", ["build it:\n   - quickly\n   - well", "test it"]],
    ["1. run\n```\n1. x y\n2. z w\n```\n2. test it", ["run\n```\n1. x y\n2. z w\n```", "test it"]],
    ["Fix the login bug and then run the tests", ["Fix the login bug", "< run the tests"]],
    ["Fix the login bug, then run the tests.", ["Fix the login bug", "< run the tests."]],
    ["Fix the bug. Then run the tests. After that, deploy.", ["Fix the bug.", "< run the tests.", "< deploy."]],
    ["First build it, then test it, and finally deploy it", ["build it", "< test it", "<< deploy it"]],
    ["say a; say b; wait 200", ["say a", "say b", "wait 200"]],
    ["say a; then say b", ["say a", "< say b"]],
    ["Build it. Once that is done, test it", ["Build it.", "< test it"]],
    ["build then test", ["build", "< test"]],
    [
      "fix the login bug and then write tests for it, and update the docs",
      ["fix the login bug", "< write tests for it", "update the docs"],
    ],
    [
      "Fix the login bug, write tests for it and update the docs",
      ["Fix the login bug", "< write tests for it", "update the docs"],
    ],
    ["fix the login and write tests", ["fix the login", "write tests"]],
    ["Please fix the crash and also add a regression test", ["Please fix the crash", "add a regression test"]],
    ["Refactor the parser, document its API", ["Refactor the parser", "< document its API"]],
    ['Write "a, then b; say c" down and then commit it', ['Write "a, then b; say c" down', "< commit it"]],
  ])("%j", (prompt, pieces) => {
    expect(outline(prompt)).toEqual(pieces);
  });

  it("with the context that applies to all tasks", () => {
    const pieces = splitPrompt("For the shop in Berlin:\n1. build the API\n2. write tests\n\nUse TypeScript.");
    expect(pieces.map(({ context }) => context)).toEqual(Array(2).fill("For the shop in Berlin:\n\nUse TypeScript."));
    expect(splitPrompt("Please do the following:\n1. build it\n2. test it")[0]).not.toHaveProperty("context");
  });

  it("into a limited number of tasks, without losing text", () => {
    const items = Array.from({ length: 9 }, (_, index) => `say ${index}`);
    const pieces = outline(items.map((item, index) => `${index + 1}. ${item}`).join("\n"));
    expect(pieces).toHaveLength(PROPOSED_TASKS_MAX);
    expect(pieces.join("\n").split("\n")).toEqual(items);
    expect(splitPrompt(`${items.join("; ")}; finally say end`).at(-1)?.after).toBe("all");
  });
});

describe("a simple prompt is not split", () => {
  it.each([
    "Fix the login bug",
    "rename foo and bar to baz",
    "read a.ts and explain it",
    "add a button and make it blue",
    "find and fix the bug",
    "set up and run the server",
    "Compare the read and write speed",
    "Explain why it stops and write the reason",
    "The build fails, and the tests do, too",
    "Check the read, write and delete permissions",
    "say a\nsay b",
    "Requirements:\n- fast startup\n- no dependencies",
    "Fix it. Steps to reproduce:\n1. open the page\n2. click on login",
    "Look at these files:\n- src/a.ts\n- src/b.ts",
    "1. only one item",
    "If the test fails, then fix it",
    "It starts and then crashes",
    "Find the job that starts and then crashes at login",
    "Why does it wait and then fail",
    "It opens the page, then the server is gone",
    "Nothing changed since then, look again",
    "It fails; the server is down",
    "Fix `a(); b(); then run c`",
    "Explain:\n```\nfoo; run bar\nthen run baz\n```",
    "Say what (read it; then run it) means",
    "",
    `say a; say ${"b".repeat(SPLIT_CHARS_MAX)}`,
  ])("%.60j", (prompt) => {
    expect(outline(prompt)).toEqual([prompt]);
  });
});

describe("a prompt designed to be slow", () => {
  // Each of these takes minutes if the work grows with the square of the text, or worse.
  it.each([" ", ". ", "; ", "if x, then ", "(", "`", '"', "note ", "- ", "\n1. ", "```\n"])(
    "of %j is looked through",
    (part) => {
      const prompt = `a${part.repeat(Math.floor((SPLIT_CHARS_MAX - 10) / part.length))}z`;
      expect(splitPrompt(prompt).length).toBeLessThanOrEqual(PROPOSED_TASKS_MAX);
      expect(splitSentences(prompt).length).toBeGreaterThan(0);
    },
  );
});

describe("sentences", () => {
  it("each are a task, or belong to the previous one", () => {
    const prompt = "Review the login for holes. It is old. Deploy it to staging! See e.g. `a. Run b`.\n\nWrite tests";
    expect(splitSentences(prompt)).toEqual([
      "Review the login for holes. It is old.",
      "Deploy it to staging! See e.g. `a. Run b`.",
      "Write tests",
    ]);
    expect(splitSentences("Fix it")).toEqual(["Fix it"]);
  });
});
