import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import type { CommandFacts, SimpleCommand, Via } from "../facts.ts";
import { APPROVAL_LEVELS } from "../levels.ts";
import { createCommand, createLine, createRules, createWord } from "../testing/facts.ts";

/** Ways to put commands together: each takes lists of simple commands and gives the list that a parser would make of the whole. */
type Line = readonly SimpleCommand[];
const nest = (line: Line, ...ways: Via[]): Line =>
  line.map((command) => ({ ...command, via: [...ways, ...command.via] }));
const wrap = (outer: string, line: Line, ...ways: Via[]): Line => [
  createCommand(outer, { isWrapper: true }),
  ...nest(line, ...ways),
];

const joins: readonly ((a: Line, b: Line) => Line)[] = [
  (a, b) => [...a, ...nest(b, "and")],
  (a, b) => [...a, ...nest(b, "or")],
  (a, b) => [...a, ...nest(b, "sequence")],
  (a, b) => [...nest(a, "pipe"), ...nest(b, "pipe")],
  (a, b) => [...nest(a, "background"), ...b],
  (a, b) => [...nest(a, "condition"), ...nest(b, "condition")],
  // a "$(b)"
  (a, b) => [
    ...a.map((command) => ({ ...command, args: [...command.args, createWord("$(…)")] })),
    ...nest(b, "substitution"),
  ],
  (a, b) => [...a, ...nest(b, "process-substitution")],
];
const wraps: readonly ((line: Line) => Line)[] = [
  (line) => wrap("bash -c …", line, "shell"),
  (line) => wrap("sh -lc …", line, "shell"),
  (line) => wrap("eval …", line, "eval"),
  (line) => wrap("env CI=1 x", line, "wrapper"),
  (line) => wrap("timeout 5 x", line, "wrapper"),
  (line) => wrap("nohup x", line, "wrapper"),
  (line) => wrap("xargs x", line, "xargs"),
  (line) => nest(line, "subshell"),
  (line) => nest(line, "group"),
  (line) => nest(line, "loop"),
  (line) => nest(line, "function"),
];

function compose(seed: fc.Arbitrary<Line>): fc.Arbitrary<Line> {
  const innocent = fc
    .constantFrom("git status", "ls -la", "npm test", "echo hi", "cat src/a.ts", "cd src", "true", ". ./env")
    .map((line): Line => [createCommand(line)]);
  return fc.letrec<{ line: Line }>((tie) => ({
    line: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      seed,
      fc.tuple(fc.constantFrom(...wraps), tie("line")).map(([put, line]) => put(line)),
      fc.tuple(fc.constantFrom(...joins), tie("line"), innocent).map(([join, a, b]) => join(a, b)),
      fc.tuple(fc.constantFrom(...joins), innocent, tie("line")).map(([join, a, b]) => join(a, b)),
    ),
  })).line;
}

/** Everything allowed as far as a person can without naming a danger or the outside. */
const WIDE = [
  {
    rules: [
      { verdict: "allow", kind: "execute" },
      { verdict: "allow", kind: ["read", "write", "delete", "move"] },
    ],
  },
  { rules: [{ verdict: "allow", kind: "execute", pattern: "*" }], autoAllow: ["execute", "bash", "*"] },
  { autoAllow: ["execute(*)"] },
  {},
].map((raw) => createRules(raw));
const levels = fc.constantFrom(...APPROVAL_LEVELS);
const request = { kind: "execute", command: "" } as const;

describe("no command that reaches outside is ever allowed", () => {
  const outside = fc.constantFrom(
    "/etc/passwd",
    "../secret",
    "a/../../b",
    "./../x",
    "~",
    "~/x",
    "~root/x",
    "/project-evil/a",
    "/projects",
    "--out=/tmp/x",
    "-o/tmp/x",
    "-I../x",
    "@/etc/passwd",
    "a:/etc",
    "file:///etc/passwd",
    "/",
    "..",
    "/proc/self/environ",
    "$HOME/x",
    "/*",
  );
  const program = fc.constantFrom("cat", "ls", "cp", "npm", "git", "mytool", "tee", "python3", "./run.sh");

  const byWord = fc.tuple(program, outside).map(([name, word]): Line => [createCommand(`${name} ${word}`)]);
  const byLink = program.map((name): Line => {
    return [{ ...createCommand(name), args: [createWord("innocent", { real: "/etc/passwd" })] }];
  });
  const byRedirect = fc
    .constantFrom("/etc/x", "/project-evil/x", "/tmp/x", "/home/me/.bashrc")
    .map((file): Line => [createCommand(`echo hi > ${file}`)]);
  const byProgram = fc
    .constantFrom("/tmp/tool", "../tool", "$TOOL", "/home/me/bin/ls", "./../../bin/x")
    .map((name): Line => [createCommand(`${name} status`)]);
  const byFolder = fc
    .constantFrom("cd /", "cd ..", "cd $X", "cd /etc", "source setup.sh", ". ./setup")
    .map((change): Line => [createCommand(change), createCommand("cat passwd")]);

  it("however it is put together", () => {
    const lines = compose(fc.oneof(byWord, byLink, byRedirect, byProgram, byFolder));
    fc.assert(
      fc.property(lines, fc.constantFrom(...WIDE), levels, (commands, rules, level) => {
        const { verdict } = decide(request, createLine(...commands), { ...rules, level });
        expect(verdict).toBe(level === "autopilot" ? "deny" : "ask");
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a forbidden command", () => {
  const forbidden = fc
    .constantFrom("rm -rf x", "git push", "git -C sub push origin", "/bin/rm a", "./RM a")
    .map((line): Line => [createCommand(line)]);
  const rules = createRules({
    rules: [
      { verdict: "deny", kind: "execute", program: "rm" },
      { verdict: "deny", kind: "execute", program: "git", prefix: "push" },
      { verdict: "allow", kind: "execute", including: ["dangerous", "outside", "sensitive"] },
    ],
  });

  it("is denied wherever it is hidden, whoever else says yes", () => {
    const hooks = fc.constantFrom(undefined, { verdict: "allow", name: "yes" } as const);
    fc.assert(
      fc.property(compose(forbidden), levels, hooks, fc.boolean(), (commands, level, hook, hasUnparsed) => {
        const facts: CommandFacts = { ...createLine(...commands), hook, hasUnparsed };
        expect(decide(request, facts, { ...rules, level }).verdict).toBe("deny");
      }),
      { numRuns: 2_000 },
    );
  });

  it("makes a line that could otherwise be allowed be asked about, if it is only not allowed", () => {
    const unknown = fc.constantFrom("mytool --x", "rm a", "curl http://x").map((line): Line => [createCommand(line)]);
    const some = createRules({
      rules: ["git", "npm", "ls", "echo", "cat", "true"].map((program) => ({
        verdict: "allow",
        kind: "execute",
        program,
      })),
    });
    fc.assert(
      fc.property(compose(unknown), (commands) => {
        const { verdict } = decide(request, createLine(...commands), some);
        expect(verdict).toBe("ask");
      }),
      { numRuns: 1_000 },
    );
  });
});
