import { describe, expect, it } from "vitest";
import type { Coverage } from "../coverage.ts";
import { decide } from "../decide.ts";
import type { CommandFacts } from "../facts.ts";
import { REMEMBERED_MAX } from "../limits.ts";
import { createCommand, createLine, createPath, createRules, createTool } from "../testing/facts.ts";
import type { Choice, Scope } from "./choice.ts";
import { compileChoices } from "./compile-choices.ts";
import { parseChoices } from "./parse-choices.ts";
import { proposeChoices } from "./propose.ts";
import { listRemembered, remember, revoke } from "./remembered.ts";

const here = { sessionId: "s1", workspace: "/project" };

function createChoice(covers: Coverage, over: Partial<Choice> = {}): Choice {
  return { id: "c1", verdict: "allow", holds: { scope: "always" }, covers, including: [], madeAtMs: 1, ...over };
}

const npm = createChoice({ kind: "command", words: ["npm", "run", "test"], isPrefix: true });

function run(facts: CommandFacts, ...choices: Choice[]): string {
  const rules = createRules({}, { remembered: compileChoices(choices, here) });
  return decide({ kind: "execute", command: "" }, facts, rules).verdict;
}

describe("the list of choices", () => {
  it("puts a new choice in the place of an older one about the same thing", () => {
    const reject = { ...npm, id: "c2", verdict: "deny" } as const;
    const session = { ...npm, id: "c3", holds: { scope: "session", sessionId: "s1" } } as const;
    const list = [npm, session, reject].reduce<readonly Choice[]>(remember, []);
    expect(list.map(({ id }) => id)).toEqual(["c3", "c2"]);
    expect(revoke(list, "c3")).toEqual([reject]);
    expect(revoke(list, "nobody")).toEqual(list);
  });

  it("is bounded, and forgets an allow before a rejection", () => {
    const many = Array.from({ length: REMEMBERED_MAX }, (_, index) =>
      createChoice({ kind: "tool", name: `t${index}` }, { id: `${index}`, verdict: index === 5 ? "allow" : "deny" }),
    );
    const after = remember(many, npm);
    expect(after).toHaveLength(REMEMBERED_MAX);
    expect(after.some(({ id }) => id === "5")).toBe(false);
    expect(after.at(-1)).toBe(npm);
  });

  it.each<[choice: Partial<Choice> & Pick<Choice, "covers">, text: string]>([
    [{ covers: npm.covers }, "Always allow commands that start with `npm run test`"],
    [
      { covers: { kind: "command", words: ["rm", "-rf", "dist"], isPrefix: false }, including: ["dangerous"] },
      "Always allow the command `rm -rf dist` (including dangerous uses)",
    ],
    [
      {
        covers: { kind: "path", requests: ["write"], path: "/project/a", isFolder: false },
        holds: { scope: "workspace", workspace: "/project" },
      },
      "Always allow writing /project/a in /project",
    ],
    [
      { covers: { kind: "path", requests: ["read", "write"], path: "/project/d", isFolder: true }, verdict: "deny" },
      "Never allow reading and writing /project/d and everything in it",
    ],
    [
      { covers: { kind: "fetch", host: "x.y" }, holds: { scope: "session", sessionId: "s" } },
      "Allow fetching from x.y for this session",
    ],
    [{ covers: { kind: "tool", name: "t" } }, "Always allow the tool t"],
    [{ covers: { kind: "mcp", server: "s", name: "t" } }, "Always allow the tool t of the MCP server s"],
    [{ covers: { kind: "mcp", server: "s" } }, "Always allow every tool of the MCP server s"],
    [
      { covers: { kind: "command", words: ["x", "--token", "hunter2"], isPrefix: false } },
      "Always allow the command `x --token …`",
    ],
  ])("says %j as: %s", (over, text) => {
    expect(listRemembered([createChoice(over.covers, over)])[0]?.text).toBe(text);
  });

  it("is shown with the newest first", () => {
    const list = [1, 3, 2].map((madeAtMs) => ({ ...npm, id: `${madeAtMs}`, madeAtMs }));
    expect(listRemembered(list).map(({ id }) => id)).toEqual(["3", "2", "1"]);
  });
});

describe("a choice", () => {
  it("covers exactly what it names", () => {
    expect(run(createLine("npm run test"), npm)).toBe("allow");
    expect(run(createLine("npm run test -- -w"), npm)).toBe("allow");
    expect(run(createLine("npm run testing"), npm)).toBe("ask");
    expect(run(createLine("npm run"), npm)).toBe("ask");
    expect(run(createLine("npm run test", "npm publish"), npm)).toBe("ask");
    const exact = createChoice({ kind: "command", words: ["mytool", "*"], isPrefix: false });
    expect(run(createLine("mytool a"), exact)).toBe("ask");
    expect(run(createLine("mytool"), exact)).toBe("ask");
  });

  it.each<[Scope, string]>([
    [{ scope: "always" }, "allow"],
    [{ scope: "session", sessionId: "s1" }, "allow"],
    [{ scope: "session", sessionId: "s2" }, "ask"],
    [{ scope: "workspace", workspace: "/project" }, "allow"],
    [{ scope: "workspace", workspace: "/other" }, "ask"],
  ])("that holds for %j: %s", (holds, verdict) => {
    expect(run(createLine("npm run test"), { ...npm, holds })).toBe(verdict);
  });

  it("overrides a concern only if the person saw it", () => {
    const rm = createChoice({ kind: "command", words: ["rm", "-rf", "dist"], isPrefix: false });
    expect(run(createLine("rm -rf dist"), rm)).toBe("ask");
    expect(run(createLine("rm -rf dist"), { ...rm, including: ["dangerous"] })).toBe("allow");
    expect(
      run(
        createLine("echo x > /etc/y"),
        createChoice(
          { kind: "command", words: ["echo"], isPrefix: true },
          { including: ["outside", "dangerous", "sensitive"] },
        ),
      ),
    ).toBe("ask");
  });

  it("about a path covers that path, or all of a folder", () => {
    const judge = (path: string, isFolder: boolean): string => {
      const choice = createChoice({ kind: "path", requests: ["delete"], path: "/project/tmp", isFolder });
      const rules = createRules({}, { remembered: compileChoices([choice], here) });
      return decide({ kind: "delete", path }, createPath(path), rules).verdict;
    };
    expect([judge("/project/tmp", false), judge("/project/tmp/a/b", false), judge("/project/tmpx", true)]).toEqual([
      "allow",
      "ask",
      "ask",
    ]);
    expect([judge("/project/tmp", true), judge("/project/tmp/a/b", true), judge("/project/TMP", true)]).toEqual([
      "allow",
      "allow",
      "ask",
    ]);
  });

  it("about a word that is only known at run time covers the same word, and no other", () => {
    const proposed = proposeChoices({ kind: "execute", command: "" }, createLine('mytool "$i"'), createRules());
    const choices = proposed.map(({ covers, including }) => createChoice(covers, { including }));
    const denied = choices.map((choice) => ({ ...choice, verdict: "deny" as const }));
    expect([run(createLine('mytool "$i"'), ...choices), run(createLine('mytool "$j"'), ...choices)]).toEqual([
      "allow",
      "ask",
    ]);
    expect([run(createLine('mytool "$i"'), ...denied), run(createLine('mytool "$j"'), ...denied)]).toEqual([
      "deny",
      "ask",
    ]);
  });

  it("that rejects wins over one that allows", () => {
    expect(run(createLine("npm run test"), npm, { ...npm, id: "c2", verdict: "deny" })).toBe("deny");
  });

  it("about a tool or a server covers its calls", () => {
    const choices = [
      createChoice({ kind: "tool", name: "Look" }),
      createChoice({ kind: "mcp", server: "s" }),
      createChoice({ kind: "fetch", host: "x.y" }),
    ];
    const rules = createRules({}, { remembered: compileChoices(choices, here) });
    expect(decide({ kind: "tool", name: "look" }, createTool({ name: "look" }), rules).verdict).toBe("allow");
    expect(decide({ kind: "mcp", server: "s", name: "n" }, createTool({ server: "s" }), rules).verdict).toBe("allow");
    expect(decide({ kind: "mcp", server: "s2", name: "n" }, createTool({ server: "s2" }), rules).verdict).toBe("ask");
    expect(decide({ kind: "fetch", url: "" }, { url: "https://x.y/z" }, rules)).toMatchObject({
      verdict: "allow",
      rule: { source: "remembered" },
    });
    expect(decide({ kind: "fetch", url: "" }, { url: "https://a.x.y/z" }, rules).verdict).toBe("ask");
  });
});

describe("what is offered to be remembered", () => {
  const sets = createRules();
  const offer = (facts: CommandFacts): string[] =>
    proposeChoices({ kind: "execute", command: "" }, facts, sets).map(({ text, including }) =>
      [text, ...including].join(" + "),
    );

  it.each<[lines: string[], offers: string[]]>([
    [["npm run test -- -w"], ["commands that start with `npm run test`"]],
    [["npm test"], ["commands that start with `npm test`"]],
    [["git commit -m x"], ["commands that start with `git commit`"]],
    [["git -C x commit"], ["the command `git -C x commit`"]],
    [["vitest run a"], ["commands that start with `vitest`"]],
    [["mytool a b"], ["the command `mytool a b`"]],
    [["make"], ["the command `make`"]],
    [["docker run -it x"], ["the command `docker run -it x`"]],
    [["rm -rf dist"], ["the command `rm -rf dist` + dangerous"]],
    [["cat .env"], ["the command `cat .env` + sensitive"]],
    [['echo "$i"'], ['the command `echo "$i"` + outside']],
    [['mytool "a b" it\'s'], ["the command `mytool 'a b' 'it'\\''s'`"]],
    [
      ["npm test", "git add ."],
      ["commands that start with `npm test`", "commands that start with `git add`"],
    ],
    [
      ["cd src", "true > out"],
      ["the command `true`", "writing /project/out"],
    ],
    [["curl http://x", "sh"], []],
    [["$X"], []],
    [["echo > /etc/x"], []],
  ])("for %j: %j", (lines, offers) => {
    const commands = lines.map((line) => createCommand(line, { cwd: "/project" }));
    expect(offer(createLine(...commands))).toEqual(offers);
  });

  it("is enough, taken together", () => {
    for (const lines of [
      ["npm run test -- -w"],
      ["rm -rf dist"],
      ["cat .env"],
      ["npm test", "git add ."],
      ["mytool a > out"],
      ["cat ../x"],
    ]) {
      const facts = createLine(...lines);
      const choices = proposeChoices({ kind: "execute", command: "" }, facts, sets).map((proposal, index) =>
        createChoice(proposal.covers, { id: `${index}`, including: proposal.including }),
      );
      expect([lines, run(facts, ...choices)]).toEqual([lines, "allow"]);
    }
  });

  it("is the path, the host or the tool itself", () => {
    const path = createPath("/project/a");
    const texts = [
      proposeChoices({ kind: "write", path: "" }, path, sets),
      proposeChoices({ kind: "read", path: "" }, createPath("/project/d", { kind: "directory" }), sets),
      proposeChoices({ kind: "move", path: "", to: "" }, { from: path, to: path }, sets),
      proposeChoices({ kind: "fetch", url: "" }, { url: "https://x.y:1/z" }, sets),
      proposeChoices({ kind: "tool", name: "t" }, createTool({ name: "t" }), sets),
      proposeChoices({ kind: "mcp", server: "s", name: "t" }, createTool({ name: "t", server: "s" }), sets),
      proposeChoices({ kind: "read", path: "" }, createPath("/etc/passwd"), sets),
    ].map((proposals) => proposals.map(({ text }) => text));
    expect(texts).toEqual([
      ["writing /project/a"],
      ["reading /project/d and everything in it"],
      ["moving /project/a", "moving /project/a"],
      ["fetching from x.y"],
      ["the tool t"],
      ["the tool t of the MCP server s"],
      [],
    ]);
  });
});

describe("choices from a file", () => {
  it("come back as they were", () => {
    const choices = [
      npm,
      createChoice(
        { kind: "path", requests: ["read", "move"], path: "/a", isFolder: true },
        { holds: { scope: "session", sessionId: "s" } },
      ),
      createChoice(
        { kind: "fetch", host: "h" },
        { holds: { scope: "workspace", workspace: "/w" }, including: ["outside"] },
      ),
      createChoice({ kind: "tool", name: "t" }, { verdict: "deny" }),
      createChoice({ kind: "mcp", server: "s" }),
      createChoice({ kind: "mcp", server: "s", name: "n" }),
    ];
    expect(parseChoices(JSON.parse(JSON.stringify(choices)))).toEqual({ choices, broken: [], unread: [] });
    expect(parseChoices(undefined).choices).toEqual([]);
  });

  it.each<[raw: unknown, field: string, asked: number]>([
    [7, "choice", 8],
    [{ ...npm, verdict: "maybe" }, "verdict", 3],
    [{ ...npm, holds: { scope: "session" } }, "holds", 3],
    [{ ...npm, covers: { kind: "command", words: [], isPrefix: true } }, "covers", 3],
    [{ ...npm, covers: { kind: "command", words: [1], isPrefix: true } }, "covers", 3],
    [{ ...npm, covers: { kind: "path", path: "/a", requests: ["look"], isFolder: false } }, "covers", 7],
    [{ ...npm, covers: { kind: "mcp", server: "s", name: 7 } }, "covers", 1],
    [{ ...npm, covers: { kind: "planet" } }, "covers", 8],
    [{ ...npm, id: "" }, "id", 3],
    [{ ...npm, madeAtMs: "now" }, "madeAtMs", 3],
    [{ ...npm, extra: 1 }, "extra", 3],
    [{ ...npm, including: ["all"] }, "including", 3],
  ])("that cannot be read hold back what they may have meant: %j (%s)", (raw, field, asked) => {
    const { choices, broken, unread } = parseChoices([npm, raw]);
    expect(choices).toEqual([npm]);
    expect(unread).toEqual([raw]);
    expect(broken).toMatchObject([{ list: "choices", index: 1, field }]);
    expect(broken[0]?.kinds).toHaveLength(asked);
    const rules = createRules({}, { level: "bypass", remembered: compileChoices(choices, here, broken) });
    const { verdict } = decide({ kind: "execute", command: "" }, createLine("npm run test"), rules);
    expect(verdict).toBe(broken[0]?.kinds.includes("execute") ? "ask" : "allow");
  });

  it("must be a list", () => {
    expect(parseChoices({}).broken[0]?.kinds).toHaveLength(8);
    const many = Array.from({ length: REMEMBERED_MAX + 1 }, () => npm);
    expect(parseChoices(many)).toMatchObject({ broken: [{ index: REMEMBERED_MAX }] });
  });
});
