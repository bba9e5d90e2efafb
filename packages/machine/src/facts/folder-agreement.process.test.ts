// The proof by the shell itself: where a command was said to run is where bash runs it.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import fc from "fast-check";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFacts } from "./create-facts.ts";
import { setScene } from "./testing/scene.ts";

const BASH = "/bin/bash";
const RUNS = 60;
const TIME_MS_MAX = 5_000;

/** Each `where` gets a number of its own once the line is whole. */
const steps = fc.constantFrom(
  ..."where,where,where,cd a,cd a/b,cd b,cd ..,cd -,cd link,cd link/..,cd new,cd,cd /,cd ~/deep,command cd a".split(
    ",",
  ),
  ..."pushd a,popd,mkdir new,rmdir a/b,mv a c,true,false,exit 1,source go,. ./go".split(","),
  ..."cd() { true; },exit() { true; },time cd a,coproc cd a,true | cd a,shopt -s lastpipe,CDPATH=a,((HOME = 1))".split(
    ",",
  ),
  ..."[[ -d a ]] && cd a,eval cd a,builtin cd a,export CDPATH=a/b,read CDPATH <<< a,unset -f cd,enable -n cd".split(
    ",",
  ),
);
const line = fc.letrec<{ line: string }>((tie) => ({
  line: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    steps,
    fc
      .tuple(tie("line"), fc.constantFrom(" && ", " || ", "; ", " | ", " & ", "\n"), tie("line"))
      .map(([one, operator, other]) => one + operator + other),
    fc
      .tuple(
        fc.constantFrom(
          (text: string) => `(${text})`,
          (text: string) => `{ ${text}; }`,
          (text: string) => `if ${text}; then where; else where; fi`,
          (text: string) => `if true; then ${text}; fi`,
          (text: string) => `for i in 1 2; do where; ${text}; done`,
          (text: string) => `while ${text}; do where; break; done`,
          (text: string) => `f() { ${text}; }; f; where; f`,
          (text: string) => `f() { where; }; ${text}; f`,
          (text: string) => `bash -c '${text.replaceAll("'", String.raw`'\''`)}'`,
          (text: string) => `eval '${text.replaceAll("'", String.raw`'\''`)}'`,
          (text: string) => `where $(${text})`,
          (text: string) => `! { ${text}; }`,
          (text: string) => `case x in x) ${text};& y) where;; esac`,
          (text: string) => `case x in x) ${text};;& *) where;; esac; where`,
          (text: string) => `{ time ${text}; }`,
          (text: string) => `coproc { ${text}; }; where`,
          (text: string) => `trap '${text.replaceAll("'", String.raw`'\''`)}' EXIT; where`,
        ),
        tie("line"),
      )
      .map(([wrap, text]) => wrap(text)),
  ),
})).line;

interface Run {
  readonly folder: string;
  readonly home: string;
}

/** Each line has folders of its own: what it leaves in the background must not meet the next one. */
async function prepare(top: TempFolder, name: string): Promise<Run> {
  const [folder, home] = [top.file(name, "workspace"), top.file(name, "home")];
  await mkdir(join(folder, "a", "b"), { recursive: true });
  await mkdir(join(home, "deep"), { recursive: true });
  await symlink(join(home, "deep"), join(folder, "link"));
  await writeFile(join(folder, "go"), "cd a\n");
  await writeFile(join(home, "log"), "");
  await writeFile(join(home, "where"), `#!/bin/sh\necho "$1 $(/bin/pwd -P)" >> ${join(home, "log")}\n`);
  await chmod(join(home, "where"), 0o755);
  return { folder, home };
}

/** What each `where` said, by its number. */
async function runLine(text: string, { folder, home }: Run): Promise<(readonly [number: string, folder: string])[]> {
  const env = { PATH: `${home}:/usr/bin:/bin`, HOME: home };
  const options = { cwd: folder, env, stdio: "ignore", timeout: TIME_MS_MAX, killSignal: "SIGKILL" } as const;
  spawnSync(BASH, ["-c", "--", `${text}\nwait`], options);
  const log = await readFile(join(home, "log"), "utf8");
  return Array.from(log.matchAll(/^(\d+) (.*)$/gm), ([, number = "", place = ""]) => [number, place] as const);
}

describe.runIf(existsSync(BASH))("the folder of a command", () => {
  it("is the one that bash runs it in", async () => {
    await using top = await createTempFolder();
    let [runs, compared] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.tuple(line, steps, line), async (lines) => {
        let count = 0;
        const text = `${lines.join("; ")}; where`.replaceAll("where", () => `where ${(count += 1)}`);
        const run = await prepare(top, `${(runs += 1)}`);
        const options = { workspace: run.folder, roots: [run.folder], home: run.home, inherited: {} };
        const facts = await createFacts(options);
        const { commands, hasUnparsed } = await facts.commandFacts(text, { cwd: run.folder });
        for (const [number, folder] of hasUnparsed ? [] : await runLine(text, run)) {
          const command = commands.find(({ program, args }) => program?.text === "where" && args[0]?.text === number);
          if (command?.cwd === undefined) continue;
          compared += 1;
          expect({ text, number, folder: command.cwd }).toEqual({ text, number, folder });
        }
      }),
      { numRuns: RUNS },
    );
    expect(compared).toBeGreaterThan(5);
  });
});

describe.runIf(process.platform === "linux")("things that are no files", () => {
  it("are recognised by their kind, and never opened", async () => {
    await using scene = await setScene(createTempFolder);
    // Opening it would wait for a writer for ever.
    expect(spawnSync("mkfifo", [scene.inside.file("fifo")]).status).toBe(0);
    const server = createServer().listen(scene.inside.file("socket"));
    await new Promise((resolve) => server.once("listening", resolve));
    await symlink("/dev/null", scene.inside.file("null"));
    const kinds = async (name: string): Promise<string> =>
      (await scene.facts.pathFacts(name, { means: "target" })).kind;
    expect(await kinds("fifo")).toBe("fifo");
    expect(await kinds("socket")).toBe("socket");
    expect(await scene.facts.pathFacts("null", { means: "target" })).toMatchObject({
      real: "/dev/null",
      kind: "device",
    });
    expect(await kinds("/dev/zero")).toBe("device");
    await new Promise((resolve) => server.close(resolve));
  });
});
