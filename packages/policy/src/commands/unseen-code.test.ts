import { describe, expect, it } from "vitest";
import { compileChoices } from "../choices/compile-choices.ts";
import { decide } from "../decide.ts";
import type { CommandFacts, SimpleCommand } from "../facts.ts";
import { createCommand, createLine, createRules, createWord } from "../testing/facts.ts";

type RawRule = Readonly<Record<string, unknown>>;
const allow = (rule: RawRule): RawRule => ({ verdict: "allow", kind: "execute", ...rule });
const DENY = { verdict: "deny", kind: "execute", program: "rm" };
const ANYTHING = allow({ including: ["dangerous", "outside", "sensitive"] });

function judge(facts: CommandFacts, ...rules: RawRule[]): string {
  return decide({ kind: "execute", command: "" }, facts, createRules({ rules }, { level: "bypass" })).verdict;
}

describe("with a rule that denies a command, at the level bypass", () => {
  it.each([
    "ls -la",
    "mkdir -p a/b",
    "cp a b",
    "mv a b",
    "touch a",
    "chmod +x a",
    "cat a",
    "grep -n x a",
    "find . -name x",
    "sort -o out a",
    "tar czf a.tgz src",
    "tar xf a.tgz",
    "sed -i s/a/b/ a",
    "sed -n 1,5p a",
    'awk "{print}" a',
    "git add a",
    "git commit -m message",
    "git commit -am x",
    "git checkout -b x",
    "git log -S x -p",
    "git diff -w",
    "git rebase main",
    "git cherry-pick x",
    "git clean -n",
    "git stash",
    "npm ls",
    "npm view x",
    "node --version",
    "python3 --version",
    "gh pr list",
    "curl https://example.com",
    "jq . a.json",
    "echo rm",
    "test -f rm",
    "unzip a.zip",
    "env",
    "set -e",
    "export A=1",
    "kill 1",
    "tee a",
    "xz a",
    "rsync -a a b",
  ])("%s needs no more approval than before", (line) => {
    expect(judge(createLine(line), DENY)).toBe(judge(createLine(line)));
  });

  it.each([
    ["npm test", "it runs what package.json says"],
    ["npm run build", "it runs what package.json says"],
    ["make", "it runs what the Makefile says"],
    ["node x.js", "it runs a script"],
    ["python3 x.py", "it runs a script"],
    ["bash x.sh", "it runs a script"],
    ["./x.sh", "it is a script"],
    ["cargo test", "it runs code of the project"],
    ["terraform plan", "it is not known to run nothing else"],
    ["python3 -c x", "its code is in the line"],
    ["node -e x", "its code is in the line"],
    ["sh", "its code comes from its input"],
    ["npx x", "it runs what it downloads"],
    ["vim -c x", "its code is in the line"],
    ["git x", "it may be an alias"],
    ["tar -I x -cf a b", "it names a program"],
    ["sort --comp=x a", "it names a program"],
    ["unknown", "it is not known"],
  ])("%s needs approval: %s", (line) => {
    expect(judge(createLine(line))).toBe("allow");
    expect(judge(createLine(line), DENY)).toBe("ask");
    expect(judge(createLine(line), DENY, ANYTHING)).toBe("ask");
  });

  it("a rule that names the program answers for the code that it runs, and for code in the line if it includes danger", () => {
    expect(judge(createLine("npm test"), DENY, allow({ program: "npm" }))).toBe("allow");
    expect(judge(createLine("npm test"), DENY, allow({ program: "npm", prefix: "test" }))).toBe("allow");
    expect(judge(createLine("npm run x"), DENY, allow({ pattern: "npm run *" }))).toBe("allow");
    expect(judge(createLine("npm test"), DENY, allow({ program: "n*" }))).toBe("ask");
    expect(judge(createLine("python3 -c x"), DENY, allow({ program: "python3" }))).toBe("ask");
    expect(judge(createLine("python3 -c x"), DENY, allow({ program: "python3", including: ["dangerous"] }))).toBe(
      "allow",
    );
  });

  it("what a person chose before answers for those words", () => {
    const choice = {
      id: "c1",
      verdict: "allow",
      holds: { scope: "always" },
      covers: { kind: "command", words: ["npm", "test"], isPrefix: true },
      including: [],
      madeAtMs: 0,
    } as const;
    const remembered = compileChoices([choice], { sessionId: "s", workspace: "/project" });
    const rules = createRules({ rules: [DENY] }, { level: "bypass", remembered });
    expect(decide({ kind: "execute", command: "" }, createLine("npm test"), rules).verdict).toBe("allow");
    expect(decide({ kind: "execute", command: "" }, createLine("npm run x"), rules).verdict).toBe("ask");
  });

  it("names the rule, and on autopilot says that it cannot ask", () => {
    const rules = createRules({ rules: [{ ...DENY, id: "no-rm" }] }, { level: "autopilot" });
    const { verdict, reason } = decide({ kind: "execute", command: "" }, createLine("npm test"), rules);
    expect([verdict, reason]).toEqual(["deny", expect.stringContaining("the rule no-rm denies commands")]);
  });

  it("words that come at run time may name a program", () => {
    const filled = (line: string): SimpleCommand => createCommand(line, { via: ["xargs"] });
    const bold = allow({ program: "sort", including: ["outside"] });
    expect(judge(createLine(filled("sort")), DENY, allow({ including: ["outside"] }))).toBe("ask");
    expect(judge(createLine(filled("sort")), DENY, bold)).toBe("allow");
    expect(judge(createLine(filled("env")), DENY, ANYTHING)).toBe("ask");
    expect(judge(createLine(filled("cat")), DENY, allow({ including: ["outside"] }))).toBe("allow");
  });

  it("a repository that names programs, or another one, needs approval too", () => {
    const git = (repository: SimpleCommand["repository"]): string =>
      judge(createLine(createCommand("git add a", { repository })), DENY);
    expect(git({ isOwn: true })).toBe("allow");
    expect(git({ isOwn: true, runs: "core.fsmonitor" })).toBe("ask");
    expect(git({ isOwn: false })).toBe("ask");
    expect(judge(createLine(createCommand("ls", { isPlanted: true })), DENY)).toBe("ask");
  });

  it("exported variables that a loop sets count as set", () => {
    expect(judge({ ...createLine("ls"), exports: ["PATH"] })).toBe("ask");
    expect(judge({ ...createLine("ls"), exports: ["X"] })).toBe("allow");
  });
});

describe("with a rule that denies files, at the level bypass", () => {
  const ZONE = { zones: { deny: ["infra/**"] } };
  const folder = (line: string, ...folders: readonly string[]): SimpleCommand => {
    const command = createCommand(line);
    const args = command.args.map((word) =>
      folders.includes(word.text) ? createWord(word.text, { real: toReal(word.text), isFolder: true }) : word,
    );
    return { ...command, args };
  };
  const toReal = (text: string): string => (text === "." ? "/project" : `/project/${text}`);
  const zoned = (command: SimpleCommand, raw: object = ZONE): string =>
    decide({ kind: "execute", command: "" }, createLine(command), createRules(raw, { level: "bypass" })).verdict;

  it.each([
    folder("grep -r x .", "."),
    folder("grep -r x"),
    folder("grep -nd recurse x ."),
    folder("rg x"),
    folder("rg x .", "."),
    folder("git grep x"),
    folder("git diff"),
    folder("git show"),
    folder("git log -p"),
    folder("git archive HEAD"),
    folder("git stash"),
    folder("tar cf a.tar .", "."),
    folder("tar cf a.tar -T list"),
    folder("zip -r a.zip .", "."),
    folder("zip a.zip -@"),
    folder("cp -r . /extra", "."),
    folder("rsync -a . /extra", "."),
    folder("mv . x", "."),
    folder("eslint .", "."),
    folder("unknown .", "."),
    folder('awk "BEGIN{getline l < x}"'),
    folder("python3 -c x"),
    folder("perl -e x"),
    folder("sh"),
  ])("%j needs approval", (command) => {
    expect(zoned(command, {})).toBe("allow");
    expect(zoned(command)).toBe("ask");
  });

  it.each([
    folder("grep -r x src", "src"),
    folder("rg x src", "src"),
    folder("grep x a.txt"),
    folder("cat a.txt"),
    folder("ls -R .", "."),
    folder("find . -name x", "."),
    folder("git status"),
    folder("git add ."),
    folder("git log"),
    folder("git diff -- src"),
    folder("git commit -m x"),
    folder("tar cf a.tar src", "src"),
    folder("cp -r src dist", "src"),
    folder("npm test"),
    folder("node x.js"),
    folder('awk "{print}" a.txt'),
  ])("%j needs none", (command) => {
    expect(zoned(command)).toBe("allow");
  });

  it("a rule that names the program answers for what it goes through", () => {
    expect(zoned(folder("rg x"), { ...ZONE, rules: [allow({ program: "rg" })] })).toBe("allow");
    expect(zoned(folder("rg x"), { ...ZONE, rules: [allow({})] })).toBe("ask");
  });

  it("a folder that is wholly in an allowed zone may be gone through", () => {
    const confined = { zones: { allow: ["src/**", "src"] } };
    expect(zoned(folder("grep -r src/x src", "src"), confined)).toBe("allow");
    expect(zoned(folder("rg src/x"), confined)).toBe("ask");
  });
});
