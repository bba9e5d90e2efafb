import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import type { CommandFacts, SimpleCommand } from "../facts.ts";
import { examineCommand } from "./examine-command.ts";
import { COMMANDS_MAX, PIECES_MAX, WORD_CHARS_MAX, WORDS_MAX } from "../limits.ts";
import { createCommand, createLine, createRules, createWord, windowsGround } from "../testing/facts.ts";

type RawRule = Readonly<Record<string, unknown>>;
const allow = (rule: RawRule): RawRule => ({ verdict: "allow", kind: "execute", ...rule });
const deny = (rule: RawRule): RawRule => ({ verdict: "deny", kind: "execute", ...rule });

function judge(facts: CommandFacts, ...rules: RawRule[]): string {
  return decide({ kind: "execute", command: "" }, facts, createRules({ rules }, { level: "supervised" })).verdict;
}

describe("rules about commands", () => {
  it.each<[rule: RawRule, line: string, verdict: string]>([
    [{ program: "npm" }, "npm test", "allow"],
    [{ program: "npm" }, "npm", "allow"],
    [{ program: "npm" }, "npmx test", "ask"],
    [{ program: "npm" }, "/usr/local/bin/npm test", "allow"],
    [{ program: "npm" }, "./npm test", "ask"],
    [{ program: "npm" }, "/tmp/npm test", "ask"],
    [{ program: "npm" }, "NPM test", "ask"],
    [{ program: "py*" }, "pytest -q", "allow"],
    [{ program: "./scripts/check.sh" }, "./scripts/check.sh", "allow"],
    [{ program: "scripts/check.sh" }, "./scripts/check.sh a", "allow"],
    [{ program: "scripts/check.sh" }, "check.sh", "ask"],
    [{ program: "npm", prefix: ["run", "test"] }, "npm run test", "allow"],
    [{ program: "npm", prefix: "run test" }, "npm run test -- -w", "allow"],
    [{ program: "npm", prefix: "run test" }, "npm run testing", "ask"],
    [{ program: "npm", prefix: "run test" }, "npm --prefix x run test", "ask"],
    [{ program: "npm", prefix: "run test*" }, "npm run test:unit", "allow"],
    [{ program: "git", args: ["status"] }, "git status", "allow"],
    [{ program: "git", args: ["status"] }, "git status -s", "ask"],
    [{ program: "git", args: ["log", "*", "--stat"] }, "git log -n 5 --stat", "allow"],
    [{ pattern: "npm run *" }, "npm run build", "allow"],
    [{ pattern: "npm run *" }, "npm run", "allow"],
    [{ pattern: "npm run b*" }, 'npm run "b c"', "allow"],
    [{ pattern: "npm run" }, "npm run build", "ask"],
    [{ pattern: "* --version" }, "node --version", "allow"],
    [{}, "anything at all", "allow"],
    [{}, "rm -rf build", "ask"],
    [{ program: "rm" }, "rm -rf build", "ask"],
    [{ program: "rm", including: ["dangerous"] }, "rm -rf build", "allow"],
    [{ program: "rm", including: ["dangerous"] }, "rm -rf /etc", "ask"],
    [{ program: "rm", including: ["dangerous", "outside"] }, "rm -rf /etc/x", "allow"],
    [{ program: "cat" }, "cat ../other/a", "ask"],
    [{ program: "cat" }, "cat src/../../other", "ask"],
    [{ program: "cat" }, "cat ~/x", "ask"],
    [{ program: "cat" }, "cat --file=/etc/passwd", "ask"],
    [{ program: "cat" }, "cat -f/etc/passwd", "ask"],
    [{ program: "cat" }, "cat -I../x", "ask"],
    [{ program: "cat" }, "cat a,/etc/passwd", "ask"],
    [{ program: "cat" }, "cat file:///etc/passwd", "ask"],
    [{ program: "cat" }, "cat user@host:/etc/passwd", "ask"],
    [{ program: "cat" }, "cat .env", "ask"],
    [{ program: "cat", including: ["sensitive"] }, "cat .env", "allow"],
    [{ program: "cat" }, "cat $FILE", "ask"],
    [{ program: "cat", including: ["outside"] }, "cat $FILE", "allow"],
    [{ program: "cat", prefix: "a", including: ["outside"] }, "cat $FILE", "ask"],
    [{ program: "cat", prefix: "a*", including: ["outside"] }, "cat a$FILE", "ask"],
    [{ program: "cat" }, "cat /extra/a https://example.com/x /dev/null --color -", "allow"],
    [{ program: "ls", including: ["outside"] }, "$LS", "ask"],
    [{ program: "npm" }, "PORT=1 npm test", "allow"],
    [{ program: "npm" }, "ANYTHING=1 npm test", "allow"],
    [{ program: "npm" }, "NODE_OPTIONS=-rx npm test", "ask"],
    [{ program: "git" }, "GIT_PAGER=cat git log", "allow"],
    [{ program: "git" }, "GIT_PAGER=less git log", "ask"],
  ])("%j: %s is %s", (rule, line, verdict) => {
    expect(judge(createLine(line), allow(rule))).toBe(verdict);
  });

  it.each<[rule: RawRule, line: string, verdict: string]>([
    [{ program: "git", prefix: "push" }, "git push origin", "deny"],
    [{ program: "git", prefix: "push" }, "git -C sub push", "deny"],
    [{ program: "git", prefix: "push" }, "git -c a=b --no-pager push", "deny"],
    [{ program: "git", prefix: "push" }, "/opt/x/git push", "deny"],
    [{ program: "git", prefix: "push" }, "./GIT.exe push", "deny"],
    [{ program: "git", prefix: "push" }, "git pull", "allow"],
    [{ program: "git", prefix: "push" }, "git $X", "ask"],
    [{ pattern: "* --force" }, "git push --force", "deny"],
    [{ pattern: "*curl* *" }, "curl http://x", "deny"],
  ])("deny %j: %s is %s", (rule, line, verdict) => {
    expect(judge(createLine(line), deny(rule), allow({ including: ["dangerous", "outside"] }))).toBe(verdict);
  });

  it("that ask are asked even where another allows", () => {
    expect(
      judge(createLine("npm publish"), allow({ program: "npm" }), {
        verdict: "ask",
        kind: "execute",
        pattern: "npm p*",
      }),
    ).toBe("ask");
  });

  it("know programs without their endings on Windows, in any letters", () => {
    const command = createCommand("GIT.EXE status");
    const facts = { ...createLine(command), ...windowsGround, cwd: "C:\\project" };
    expect(judge(facts, allow({ program: "git" }))).toBe("allow");
    expect(judge({ ...facts, commands: [createCommand("cat /etc/x")] }, allow({ program: "cat" }))).toBe("ask");
    expect(judge({ ...facts, commands: [createCommand("cat C:/project/a")] }, allow({ program: "cat" }))).toBe("allow");
    expect(judge({ ...facts, commands: [createCommand("cat D:/project/a")] }, allow({ program: "cat" }))).toBe("ask");
    expect(judge({ ...facts, commands: [createCommand("cat D:a")] }, allow({ program: "cat" }))).toBe("ask");
    expect(judge({ ...facts, commands: [createCommand("cat a,D:/x")] }, allow({ program: "cat" }))).toBe("ask");
  });
});

describe("a line", () => {
  const npm = allow({ program: "npm" });
  const git = allow({ program: "git" });

  it("is allowed only if every command in it is, and denied if any is", () => {
    expect(judge(createLine("git status", "npm test"), git, npm)).toBe("allow");
    expect(judge(createLine("git status", "npm test"), git)).toBe("ask");
    expect(judge(createLine("git status", "rm -rf /"), git)).toBe("ask");
    expect(judge(createLine("git status", "rm -rf /"), git, deny({ program: "rm" }))).toBe("deny");
    expect(
      judge(createLine("git status", createCommand("rm x", { via: ["substitution"] })), git, deny({ program: "rm" })),
    ).toBe("deny");
  });

  it.each<[string, Partial<CommandFacts>]>([
    ["was not understood", { hasUnparsed: true }],
    ["is empty", { commands: [] }],
    ["is too long", { commands: Array.from({ length: COMMANDS_MAX + 1 }, () => createCommand("npm test")) }],
    ["has an endless word", { commands: [createCommand(`npm ${"a".repeat(WORD_CHARS_MAX + 1)}`)] }],
    ["has too many words", { commands: [createCommand(`npm ${"a ".repeat(WORDS_MAX + 1)}`)] }],
  ])("that %s is asked about", (_, over) => {
    expect(judge({ ...createLine("npm test"), ...over }, npm, allow({ including: ["dangerous", "outside"] }))).toBe(
      "ask",
    );
  });

  it("with a word of too many pieces may lead anywhere", () => {
    const facts = createLine(`npm ${"a,".repeat(PIECES_MAX + 1)}`);
    expect(judge(facts, npm)).toBe("ask");
    expect(judge(facts, allow({ including: ["outside"] }))).toBe("allow");
  });

  it("of a million words is not gone through to its end", () => {
    const commands = Array.from({ length: 1_000 }, () => createCommand("cat a ".repeat(1_000)));
    const items = examineCommand(createLine(...commands), createRules());
    expect(items).toHaveLength(COMMANDS_MAX + 1);
    expect(items.filter(({ ceiling }) => ceiling?.id === "too-long")).toHaveLength(1);
  });

  it("that was not understood is still denied for the part that was", () => {
    expect(judge({ ...createLine("rm x"), hasUnparsed: true }, deny({ program: "rm" }))).toBe("deny");
  });

  it("sees through what only runs another command", () => {
    const wrapper = (line: string): SimpleCommand => createCommand(line, { isWrapper: true });
    const inner = createCommand("npm test", { via: ["shell"] });
    expect(judge(createLine(wrapper('bash -c "npm test"'), inner), npm)).toBe("allow");
    expect(judge(createLine(wrapper('bash -lc "npm test"'), inner), npm)).toBe("allow");
    expect(judge(createLine(wrapper("timeout 5 npm test"), inner), npm)).toBe("allow");
    expect(judge(createLine(wrapper("env CI=1 npm test"), inner), npm)).toBe("allow");
    expect(judge(createLine(wrapper("env -C / npm test"), inner), npm)).toBe("ask");
    expect(judge(createLine(wrapper('bash --rcfile x -c "npm test"'), inner), npm)).toBe("ask");
    expect(judge(createLine(wrapper("sudo npm test"), inner), npm)).toBe("ask");
    expect(judge(createLine(wrapper('./bash -c "npm test"'), inner), npm)).toBe("ask");
    expect(judge(createLine(wrapper('/usr/bin/bash -c "npm test"'), inner), npm)).toBe("allow");
    expect(judge(createLine(wrapper("time -o x npm test"), inner), npm)).toBe("ask");
    expect(judge(createLine(wrapper('bash -c "rm x"'), createCommand("rm x")), deny({ program: "rm" }))).toBe("deny");
    expect(judge(createLine(wrapper("bash -c x"), inner), npm, deny({ program: "bash" }))).toBe("deny");
  });

  it("asks about an unexamined command inside another", () => {
    const bold = allow({ including: ["dangerous", "outside", "sensitive"] });
    for (const line of [
      "sudo rm x",
      "bash -c x",
      "env rm x",
      "xargs rm",
      "timeout 5 rm x",
      "ssh host rm x",
      "eval x",
    ]) {
      expect([line, judge(createLine(line), bold)]).toEqual([line, "ask"]);
    }
    for (const line of ["bash x.sh", "env", "command -v rm", "ssh host"]) {
      expect([line, judge(createLine(line), bold)]).toEqual([line, "allow"]);
    }
  });

  it("does not know the folder after a cd, unless it is given", () => {
    const cat = allow({ program: "cat" });
    const inSrc = createCommand("cat a", { cwd: "/project/src" });
    expect(judge(createLine("cd src", "cat a"), cat)).toBe("ask");
    expect(judge(createLine("cd src", inSrc), cat)).toBe("allow");
    expect(judge(createLine("cat a", "cd src"), cat)).toBe("allow");
    expect(judge(createLine(createCommand("cat a", { via: ["loop"] }), "cd src"), cat)).toBe("ask");
    expect(judge(createLine("cd /", createCommand("cat etc/passwd", { cwd: "/" })), cat)).toBe("ask");
    expect(judge(createLine("cd"), cat)).toBe("allow");
    const script = allow({ program: "./run.sh" });
    expect(judge(createLine("cd evil", "./run.sh"), script)).toBe("ask");
    expect(judge(createLine("cd evil", createCommand("./run.sh", { cwd: "/project/evil" })), script)).toBe("ask");
    expect(judge(createLine(createCommand("../run.sh", { cwd: "/project/evil" })), script)).toBe("allow");
  });

  it.each(["source x", ". x", "source ./x.sh word", "builtin source x"])(
    "does not know the folder after %s either",
    (line) => {
      const rules = [allow({ program: "cat" }), allow({ including: ["dangerous"] })];
      const outer = line.startsWith("builtin") ? [createCommand(line, { isWrapper: true })] : [];
      const sourcing = createCommand(line.replace("builtin ", ""));
      expect(judge(createLine(...outer, sourcing), ...rules)).toBe("allow");
      expect(judge(createLine(...outer, sourcing, "cat a"), ...rules)).toBe("ask");
      expect(judge(createLine("cat a", ...outer, sourcing), ...rules)).toBe("allow");
      expect(judge(createLine(...outer, sourcing, createCommand("cat a", { cwd: "/project/src" })), ...rules)).toBe(
        "allow",
      );
      const looped = createCommand("cat a", { via: ["loop"] });
      expect(judge(createLine(looped, ...outer, sourcing), ...rules)).toBe("ask");
      const called = createCommand("cat a", { via: ["function"] });
      expect(judge(createLine(called, ...outer, sourcing), ...rules)).toBe("ask");
    },
  );

  it("is still asked about for a source, which is no mere change of the folder", () => {
    expect(judge(createLine("source x"))).toBe("ask");
    expect(judge(createLine("cd x"))).toBe("allow");
    const write = { verdict: "allow", kind: "write" };
    const bold = allow({ including: ["dangerous"] });
    const echo = (cwd?: string): SimpleCommand => createCommand("echo hi > a", cwd === undefined ? {} : { cwd });
    expect(judge(createLine("source x", echo("/project")), bold, write)).toBe("allow");
    expect(judge(createLine("source x", "./run.sh"), bold)).toBe("ask");
  });

  it("is held to the rules about the paths that it names", () => {
    const zone = (line: string, raw: object): string =>
      decide({ kind: "execute", command: "" }, createLine(line), createRules({ rules: [allow({})], ...raw })).verdict;
    const denied = { zones: { deny: ["infra/**"] } };
    expect(zone("cat infra/prod.tf", denied)).toBe("deny");
    expect(zone("cat ./src/../infra/prod.tf", denied)).toBe("deny");
    expect(zone("tool --out=infra/x", denied)).toBe("deny");
    expect(zone("echo hi > infra/x", denied)).toBe("deny");
    expect(zone("cat src/a", denied)).toBe("allow");
    expect(zone("cat README.md", { zones: { allow: ["src"] } })).toBe("ask");
    expect(zone("cat src/a", { zones: { allow: ["src"] } })).toBe("allow");
    const locked = { rules: [allow({}), { verdict: "deny", kind: "write", paths: "dist" }] };
    expect(zone("cat dist/a", locked)).toBe("ask");
    expect(zone("echo > dist/a", locked)).toBe("deny");
  });

  it("is held to the files it redirects to", () => {
    const all = allow({ including: ["dangerous", "outside", "sensitive"] });
    const redirect = (target: object, over: object = {}): SimpleCommand => ({
      ...createCommand("echo"),
      redirects: [{ mode: "write", target: { text: "x", isLiteral: true, ...target }, ...over }],
    });
    expect(judge(createLine(redirect({ real: "/etc/x" })), all)).toBe("ask");
    expect(judge(createLine(redirect({})), all)).toBe("ask");
    expect(judge(createLine(redirect({ real: "/project/x" }, { kind: "device" })), all)).toBe("deny");
    expect(judge(createLine(redirect({ real: "/project-evil/x" })), all)).toBe("ask");
    const write = { verdict: "allow", kind: "write" };
    expect(judge(createLine(redirect({ real: "/project/x" })), all)).toBe("ask");
    expect(judge(createLine(redirect({ real: "/project/x" })), all, write)).toBe("allow");
  });

  it("is held to the variables that are set for it", () => {
    const environment = [{ name: "LD_PRELOAD", value: createWord("x.so") }];
    const bold = createRules({}, { level: "bypass" });
    const { verdict, danger } = decide({ kind: "execute", command: "" }, { ...createLine("ls"), environment }, bold);
    expect([verdict, danger?.class]).toEqual(["ask", "alters-programs"]);
    expect(judge(createLine("PATH=/tmp", "git status"), git)).toBe("ask");
  });
});
