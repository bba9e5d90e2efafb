import { createTempFolder } from "@parley/test-support";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeLine } from "./testing/judge.ts";
import { setScene, type Scene } from "./testing/scene.ts";
import { git, prepareWorkplace, SECRET } from "./testing/workplace.ts";

const run = promisify(execFile);
const RULES = { zones: { deny: ["infra/**"] } };

let scene: Scene;
beforeAll(async () => {
  scene = await setScene(createTempFolder, { inherited: { PATH: process.env["PATH"] } });
  await prepareWorkplace(scene);
  const { path } = scene.inside;
  await git(path, "add", "infra");
  await git(path, "commit", "-qm", "infra");
});
afterAll(() => scene[Symbol.asyncDispose]());

/** Each shows what is in infra/prod.tf. */
const READS: readonly string[] = [
  "cat infra/prod.tf",
  "cat ./src/../infra/prod.tf",
  "cat i*/prod.tf",
  "cat < infra/prod.tf",
  "cd infra && cat prod.tf",
  "grep -r password .",
  "grep -r password",
  "grep -rh password $PWD",
  "grep -d recurse password .",
  "grep --rec password .",
  "cd src && grep -r password ..",
  "git grep password",
  "git -C . grep password",
  "git show HEAD",
  "git log -p -1",
  "git log -up -1",
  "git diff HEAD~1",
  "git show HEAD:infra/prod.tf",
  "git cat-file -p HEAD:infra/prod.tf",
  "git archive HEAD | cat",
  "git format-patch --stdout HEAD~1",
  "tar cf - . | cat",
  "tar cf - infra | cat",
  "echo infra > list; tar cf - -T list | cat",
  "find infra -type f -exec cat {} +",
  "find . -name '*.tf' -exec cat {} +",
  "find . -name '*.tf' | xargs cat",
  "ls -d infra/* | xargs cat",
  "cp -r . $HOME/copied; cat $HOME/copied/infra/prod.tf",
  "cp -r infra copied; cat copied/prod.tf",
  "diff -r empty infra; diff -rN empty infra",
  "awk 1 infra/prod.tf",
  "awk 'BEGIN{while((getline l < \"infra/prod.tf\")>0)print l}'",
  'awk \'BEGIN{f="in" "fra/prod.tf"; while((getline l < f)>0)print l}\'',
  "sed -n p infra/prod.tf",
  "sed 'r infra/prod.tf' a.txt",
  "python3 -c 'print(open(\"infra/prod.tf\").read())'",
  "perl -pe '' infra/prod.tf",
  "perl -e 'open F,\"infra/prod.tf\";print <F>'",
  'node -p \'require("fs").readFileSync("infra/prod.tf","utf8")\'',
  "echo 'cat infra/prod.tf' | sh",
  "bash -c 'cat infra/prod.tf'",
  "x=infra; cat $x/prod.tf",
  'while read -r l; do echo "$l"; done < infra/prod.tf',
  "mv infra moved; cat moved/prod.tf; mv moved infra",
  "ln -s infra link; cat link/prod.tf",
];

/** Nothing of it is shown. */
const FINE: readonly string[] = [
  "grep -rn foo src",
  "cat a.txt",
  "ls -R",
  "find . -name '*.tf'",
  "git status",
  "git log --oneline",
  "git diff -- src",
  "cp -r src made",
  "tar cf made.tar src",
  "mkdir x",
];

async function shows(line: string): Promise<boolean> {
  const env = { PATH: process.env["PATH"], HOME: scene.outside.path };
  const result = await run("/bin/bash", ["--norc", "-c", `exec 2>&1 < /dev/null; ${line}; true`], {
    cwd: scene.inside.path,
    env,
  });
  return result.stdout.includes(SECRET);
}

describe.skipIf(process.platform !== "linux")("a zone that is denied", () => {
  it("is not read by a command that does not name it, not even at the level bypass", async () => {
    const allowed: string[] = [];
    for (const line of READS) {
      const { verdict } = await judgeLine(scene, { line }, "bypass", RULES);
      if (verdict === "allow") allowed.push(line);
    }
    expect(allowed).toEqual([]);
  });

  it("would be, by each of them", { timeout: 120_000 }, async () => {
    const idle: string[] = [];
    for (const line of READS) if (!(await shows(line))) idle.push(line);
    expect(idle).toEqual([]);
  });

  it("does not keep commands from working next to it", async () => {
    for (const line of FINE) {
      const { verdict, reason } = await judgeLine(scene, { line }, "bypass", RULES);
      expect([line, verdict, reason]).toEqual([line, "allow", reason]);
    }
  });
});
