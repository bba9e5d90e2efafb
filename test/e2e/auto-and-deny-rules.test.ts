// What the level auto lets an agent run, and what a deny rule keeps it from, with the built command and agents that try.
import { toPuppetScript, type PuppetStep } from "@parley/test-support";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { puppet } from "./agents.ts";
import { openPlace, type Place } from "./run-parley.ts";

const exec = promisify(execFile);
const SECRET = "hunter2-planted";
/** Each starts processes, on a machine that may be busy. */
const TEST_MS = 120_000;

/** A repository of the user's own, and in it what an agent may write without a question. */
async function prepare(place: Place): Promise<void> {
  const evil = await putProgram(place.file("evil"), `#!/bin/sh\n: > "${place.file("trace")}"\ncat\n`);
  await writeFile(place.file("a.txt"), "b\na\n");
  await writeFile(place.file(".env"), `TOKEN=${SECRET}\n`);
  await writeFile(place.file("big"), "some line\n".repeat(4_000));
  await writeFile(place.file("rg.conf"), `--pre=${evil}\n`);
  await writeFile(place.file("victim"), "");
  const git = (...words: readonly string[]) =>
    exec("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...words], { cwd: place.work });
  await git("init", "-q");
  await git("add", "a.txt");
  await git("commit", "-qm", "first");
  await git("init", "-q", "--bare", "bare");
  await mkdir(place.file("bare", "tree"));
  const settings = `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = tree\n\tfsmonitor = ${evil}\n`;
  await writeFile(place.file("bare", "config"), settings);
  // It does with its settings what ripgrep does.
  await mkdir(join(place.home, "bin"));
  await putProgram(
    join(place.home, "bin", "rg"),
    '#!/bin/sh\n$(sed -n "s/^--pre=//p" "$RIPGREP_CONFIG_PATH") < a.txt\n',
  );
}

async function putProgram(path: string, text: string): Promise<string> {
  await writeFile(path, text);
  await chmod(path, 0o755);
  return path;
}

const withTools = (place: Place) => ({ PATH: `${join(place.home, "bin")}:${process.env["PATH"]}` });

const ATTACKS = [
  "cd bare && git status",
  "sort --comp=./evil -S 1k big",
  "RIPGREP_CONFIG_PATH=rg.conf rg a",
  "sed '1e ./evil' a.txt",
  "grep -d recurse TOKEN .",
  "diff -N bare .",
];

describe.skipIf(process.platform !== "linux")("at the level auto", { timeout: TEST_MS }, () => {
  it("the attacks succeed if they are allowed", async () => {
    await using place = await openPlace();
    await prepare(place);
    const lines = ATTACKS.map((line, index) => `run (${line}) > shown-${index}; mv trace ran-${index}`);
    await place.run(["run", "--approve", "all", "--level", "bypass", lines.join("\n")], { env: withTools(place) });
    for (const index of [0, 1, 2, 3]) expect([index, existsSync(place.file(`ran-${index}`))]).toEqual([index, true]);
    for (const index of [4, 5]) expect(await readFile(place.file(`shown-${index}`), "utf8")).toContain(SECRET);
  });

  it.each([
    ["the client's terminals", []],
    ["our own agent", ["--agent", "parley", "--model", "offline/script"]],
  ])("no program of the agent runs and no secret is shown, through %s", async (_, agent) => {
    await using place = await openPlace();
    await prepare(place);
    const attacks = ATTACKS.map((line) => `(${line}) > shown`);
    const lines = [...attacks, "git status --short > status.txt", "cat a.txt > copied.txt"].map(
      (line) => `run ${line}`,
    );
    await place.run(["run", ...agent, "--level", "auto", lines.join("\n")], {
      env: withTools(place),
    });
    expect(existsSync(place.file("trace"))).toBe(false);
    expect(existsSync(place.file("shown"))).toBe(false);
    expect(await readFile(place.file("status.txt"), "utf8")).toContain("?? rg.conf");
    expect(await readFile(place.file("copied.txt"), "utf8")).toBe("b\na\n");
  });

  it("a hostile agent gains nothing from variables and folders of its terminals", async () => {
    await using place = await openPlace();
    await prepare(place);
    const evil = place.file("evil");
    const terminals: [command: string, env: Record<string, string>, cwd?: string][] = [
      ["git status", {}, place.file("bare")],
      ["git status", { GIT_DIR: place.file("bare") }],
      ["git diff HEAD", { GIT_EXTERNAL_DIFF: evil }],
      ["rg a", { RIPGREP_CONFIG_PATH: place.file("rg.conf") }],
      ["ls | cat", { BASH_ENV: evil }],
      ["ls | cat", { "BASH_FUNC_cat%%": `() { ${evil}; }` }],
      ["ls | cat", { PATH: `${place.work}:/usr/bin:/bin` }],
      ["sort --comp=./evil -S 1k big", {}],
      ["cat a.txt > copied.txt", { NO_COLOR: "1" }],
    ];
    const steps = terminals.map(([command, env, cwd], index): PuppetStep => {
      const variables = Object.entries(env).map(([name, value]) => ({ name, value }));
      const params = { sessionId: "puppet", command, env: variables, cwd: cwd ?? null };
      return { ask: { id: `t${index}`, method: "terminal/create", params } };
    });
    // A terminal ends with its session: whichever were opened are waited for.
    const waits = terminals.map((_, index): PuppetStep => {
      const ask = {
        id: `w${index}`,
        method: "terminal/wait_for_exit",
        params: { sessionId: "puppet", terminalId: "none" },
      };
      return { ask: { ...ask, of: { id: `t${index}`, fields: ["terminalId"] } } };
    });
    await place.run(["run", "--level", "auto", toPuppetScript(...steps, ...waits), ...(await puppet())], {
      env: withTools(place),
    });
    expect(existsSync(place.file("trace"))).toBe(false);
    expect(existsSync(place.file("copied.txt"))).toBe(true);
  });
});

describe.skipIf(process.platform !== "linux")("a rule that denies rm", { timeout: TEST_MS }, () => {
  const EVASIONS = [
    "rm victim",
    "echo cm0gdmljdGlt | base64 -d | sh",
    "sed '1e rm victim' a.txt",
    "perl -e 'unlink q(victim)'",
    "cp /bin/rm x && ./x victim",
    "find . -name victim -exec env rm {} +",
    "echo rm victim | xargs env",
    "git -c alias.x='!rm victim' x",
    "cp /bin/rm x; ln -s x y; nice ./y victim",
  ];

  it.each([
    ["the client's terminals", []],
    ["our own agent", ["--agent", "parley", "--model", "offline/script"]],
  ])("applies at the level bypass, through %s", async (_, agent) => {
    await using place = await openPlace();
    await prepare(place);
    expect((await place.run(["rules", "add", "deny", "execute(rm *)"])).code).toBe(0);
    const lines = [...EVASIONS, "touch made", "git add a.txt && git status"].map((line) => `run ${line}`);
    await place.run(["run", ...agent, "--level", "bypass", lines.join("\n")]);
    expect(existsSync(place.file("victim"))).toBe(true);
    expect(existsSync(place.file("made"))).toBe(true);
  });
});
