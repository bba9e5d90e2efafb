import { createTempFolder } from "@parley/test-support";
import type { CommandFacts } from "@parley/policy";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setScene, type Scene } from "./testing/scene.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await setScene(createTempFolder);
  const { inside, outside } = scene;
  await mkdir(inside.file("a", "b"), { recursive: true });
  await mkdir(inside.file("bin"));
  await writeFile(inside.file("file"), "");
  await writeFile(inside.file("bin", "tool"), "");
  await writeFile(outside.file("secret"), "");
  await mkdir(outside.file("deep"));
  await symlink(outside.path, inside.file("out"));
  await symlink(outside.file("deep"), inside.file("deep"));
  await symlink(outside.file("missing"), inside.file("dangling"));
});
afterAll(() => scene[Symbol.asyncDispose]());

function read(line: string): Promise<CommandFacts> {
  return scene.facts.commandFacts(line, { cwd: scene.inside.path });
}

/** `@` for the workspace, `^` for what is outside, which is the home folder as well. */
function shorten(path: string | undefined): string {
  return path === undefined ? "?" : path.replace(scene.inside.path, "@").replace(scene.outside.path, "^");
}

describe("the folder of each command", () => {
  it.each([
    ["x", "@"],
    ["cd a && x", "@ @/a"],
    ["cd a; x", "@ @/a"],
    ["cd a/b && cd .. && x", "@ @/a/b @/a"],
    ["cd a && cd - && x", "@ @/a @"],
    ["cd && x", "@ ^"],
    ["cd ~/deep && x", "@ ^/deep"],
    ["cd -- a && x", "@ @/a"],
    ["cd -P out && x", "@ ^"],
    ["pushd a && x && popd && x", "@ @/a @/a @"],
    ["cd new && x", "@ @/new"],
    ["mkdir new && cd new && x; x", "@ @ @/new ?"],
    // It may have failed, and then the rest runs where it was.
    ["cd new; x", "@ ?"],
    ["rm -r a; cd a; x", "@ @ ?"],
    ["cd new || x", "@ @"],
    ["cd new || exit 1; x", "@ @ @/new"],
    ["cd new || exit 1 2; x", "@ @ ?"],
    ["! cd new && x", "@ @"],
    ["(cd a && x); x", "@ @/a @"],
    ["cd a | x; x", "@ @ @"],
    ["cd a & x", "@ @"],
    ["x $(cd a && x); x", "@ @ @/a @"],
    ["{ cd a; x; }; x", "@ @/a @/a"],
    ["if cd a; then x; fi; x", "@ @/a @/a"],
    ["if x; then cd a; fi; x", "@ @ ?"],
    ["for i in 1 2; do x; cd a; done; x", "? ? ?"],
    ["for i in 1 2; do (cd a; x); done; x", "@ @/a @"],
    ["f() { x; }; f", "@ @"],
    ["f() { cd a; }; f; x", "? ? ?"],
    ["f() { x; }; cd a && f", "? @ @/a"],
    ["bash -c 'cd a && x'; x", "@ @ @/a @"],
    ["eval 'cd a' && x", "@ @ @/a"],
    ["command cd a && x", "@ @ @/a"],
    ["env cd a && x", "@ @ @"],
    ["cd $y && x", "@ ?"],
    ["cd $y; cd / && x", "@ ? /"],
    ["cd $y; cd && x", "@ ? ^"],
    ["cd a b && x", "@ ?"],
    ["$y a && x", "@ ?"],
    ["source f && x", "@ ?"],
    [". ./f; x", "@ ?"],
    ["builtin source f; x", "@ @ ?"],
    ["(source f; x); x", "@ ? @"],
    ["f() { x; }; source g; f", "? @ ?"],
    ["f() { x; }; $y; f", "? @ ?"],
    ["f() { x; }; f || exit 1; f", "@ @ @ @"],
    ["CDPATH=/ ; cd a && x", "@ @ ?"],
    ["((HOME = 1)); cd && x", "@ ?"],
    // A function by the name of a command stands in for it.
    ["cd() { x; }; cd a && x", "? ? ?"],
    ["exit() { x; }; cd new || exit 1; x", "? ? ? ?"],
    ["time cd a && x", "@ @ @/a"],
    ["coproc cd a; x", "@ @ @"],
    ["case y in y) cd a;;& *) x;; esac", "@ ?"],
    ["HOME=/ cd && x", "@ ?"],
    // A shell goes by the links it came through, programs do not.
    ["cd deep && x", "@ ^/deep"],
    ["cd deep && cd .. && x", "@ ^/deep ?"],
    ["cd deep/.. && x", "@ ?"],
  ])("%s", async (line, expected) => {
    const { commands, hasUnparsed } = await read(line);
    expect(commands.map(({ cwd }) => shorten(cwd)).join(" ")).toBe(expected);
    expect(hasUnparsed).toBe(false);
  });

  it("is where the line starts, without links", async () => {
    const facts = await scene.facts.commandFacts("ls", { cwd: scene.inside.file("out", "deep") });
    expect(shorten(facts.cwd)).toBe("^/deep");
    expect(facts.commands[0]?.cwd).toBe(facts.cwd);
  });

  it("is not known behind a cd if the way to it is inherited", async () => {
    await using other = await setScene(createTempFolder, { inherited: { CDPATH: "/" } });
    const facts = await other.facts.commandFacts("cd x && y", { cwd: other.inside.path });
    expect(facts.commands[1]?.cwd).toBeUndefined();
  });
});

describe("where words lead", () => {
  it.each([
    ["x file", "@/file"],
    ["x nothing", "?"],
    ["x new/file", "?"],
    ["x a/../file ./a//b .", "@/file @/a/b @"],
    ["x out/secret", "^/secret"],
    ["x out/new", "^/new"],
    ["x dangling", "^/missing"],
    // From where the link leads, not from where it is.
    ["x deep/../secret", "^/secret"],
    ["x ~/secret ~ '~/secret'", "^/secret ^ ?"],
    ["x $y/file *.ts", "? ?"],
    ["x --in=out/secret -Iout/new of=out/secret me@out a:file,out/deep", "^/secret ^/new ^/secret ^ ^/deep"],
    ["x https://file -- -", "? ? ?"],
    ["cd a && x b ../file /", "@/a @/a/b @/file /"],
    ["cd $y && x file /", "? ? /"],
  ])("%s", async (line, expected) => {
    const { commands } = await read(line);
    expect(commands.flatMap(({ args }) => args.map(({ real }) => shorten(real))).join(" ")).toBe(expected);
  });

  it("is known of programs with a place of their own", async () => {
    const { commands } = await read("bin/tool; file; ./out/x; /bin/ls");
    expect(commands.map(({ program }) => shorten(program?.real))).toEqual([
      "@/bin/tool",
      "?",
      "^/x",
      expect.any(String),
    ]);
  });

  it.each([
    ["x > new/file", "write @/new/file missing"],
    ["x >> file", "append @/file file"],
    ["x < out/secret", "read ^/secret file"],
    ["x > dangling", "write ^/missing symlink"],
    ["x > a", "write @/a directory"],
    ["x > /dev/null", "write /dev/null device"],
    ["x > ~/secret", "write ^/secret file"],
    ["x > $y", "write ? undefined"],
    ["cd a && x > ../file", "write @/file file"],
    ["cd $y && x > file", "write ? undefined"],
  ])("%s", async (line, expected) => {
    const [redirect] = (await read(line)).commands.flatMap(({ redirects }) => redirects);
    expect(`${redirect?.mode} ${shorten(redirect?.target.real)} ${redirect?.kind}`).toBe(expected);
  });

  it("is looked up anew each time", async () => {
    await symlink("file", scene.inside.file("swapped"));
    expect(shorten((await read("x swapped")).commands[0]?.args[0]?.real)).toBe("@/file");
    await rm(scene.inside.file("swapped"));
    await symlink("/", scene.inside.file("swapped"));
    expect(shorten((await read("x swapped")).commands[0]?.args[0]?.real)).toBe("/");
  });
});

describe("a command without a shell", () => {
  const start = async (command: string, ...args: string[]): Promise<CommandFacts> =>
    scene.facts.commandFacts({ command, args }, { cwd: scene.inside.path });

  it("has its words as they are", async () => {
    const { commands, hasUnparsed } = await start("git", "log", "$(rm x)", "*; rm y", "file");
    expect(commands).toHaveLength(1);
    expect(commands[0]?.args.map(({ text }) => text)).toEqual(["log", "$(rm x)", "*; rm y", "file"]);
    expect(commands[0]?.args.every(({ isLiteral }) => isLiteral)).toBe(true);
    expect(shorten(commands[0]?.args[3]?.real)).toBe("@/file");
    expect(hasUnparsed).toBe(false);
  });

  it("may run a line all the same", async () => {
    const { commands } = await start("bash", "-c", "git status && rm x");
    expect(commands.map(({ program }) => program?.text)).toEqual(["bash", "git", "rm"]);
    expect(commands[0]?.isWrapper).toBe(true);
  });

  it("is a line if it has no arguments and only a shell understands it", async () => {
    const { commands } = await start("git status && rm x");
    expect(commands.map(({ program }) => program?.text)).toEqual(["git", "rm"]);
  });

  it("has no NUL in it", async () => {
    expect((await start("git", "a\0b")).hasUnparsed).toBe(true);
  });
});

describe("the given environment", () => {
  it("is reported without the variables that were removed", async () => {
    const environment = { PATH: "/x", GONE: undefined };
    const facts = await scene.facts.commandFacts("ls", { cwd: scene.inside.path, environment });
    expect(facts.environment).toEqual([{ name: "PATH", value: { text: "/x", isLiteral: true } }]);
    expect(shorten(facts.home)).toBe("^");
  });

  it("is code where arithmetic looks at it", async () => {
    const environment = { x: "a[$(rm y)]", n: "3" };
    const options = { cwd: scene.inside.path, environment };
    expect((await scene.facts.commandFacts("echo $((x))", options)).hasUnparsed).toBe(true);
    expect((await scene.facts.commandFacts("echo $((n))", options)).hasUnparsed).toBe(false);
    expect((await scene.facts.commandFacts("ls", { ...options, environment: { RANDOM: "x" } })).hasUnparsed).toBe(true);
  });
});

describe("other facts", () => {
  it("have the address, and the parts of a tool call", async () => {
    expect(scene.facts.fetchFacts("https://example.org/")).toEqual({ url: "https://example.org/" });
    const tool = await scene.facts.toolFacts({
      name: "remove",
      kind: "delete",
      paths: ["out"],
      command: { input: "rm out", options: { cwd: scene.inside.path } },
    });
    expect(tool).toMatchObject({ name: "remove", kind: "delete", paths: [{ real: scene.inside.file("out") }] });
    expect(tool.command?.commands).toHaveLength(1);
    expect(await scene.facts.toolFacts({ name: "think", kind: "think" })).toEqual({ name: "think", kind: "think" });
  });

  it("are found for more words than a person writes, as far as there is a limit", async () => {
    expect((await read(`x ${"y ".repeat(5_000)}`)).hasUnparsed).toBe(true);
    expect((await read(`x ${"a/../".repeat(200)}file`)).commands[0]?.args[0]?.real).toBeUndefined();
  });
});
