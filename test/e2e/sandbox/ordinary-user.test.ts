// The sandbox for a user who is not root: the same attacks, by the built command.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PARLEY, type Outcome } from "../run-parley.ts";
import {
  hasSandbox,
  openHostilePlace,
  readingLines,
  reason,
  SECRET,
  writingLines,
  type HostilePlace,
} from "./hostile-agent.ts";

const ID = "65534";
const AS_NOBODY = ["setpriv", `--reuid=${ID}`, `--regid=${ID}`, "--clear-groups"];

/** Why the tests cannot run here; empty if they can. */
function findObstacle(): string {
  if (!hasSandbox) return reason;
  if (process.getuid?.() !== 0) return " (another user cannot be taken on; the other tests run as an ordinary user)";
  try {
    // A Node in the home of another user cannot be started.
    const check = `test -x '${process.execPath}' && test -r '${PARLEY}' && exec bwrap --unshare-user --ro-bind / / true`;
    execFileSync("setpriv", [...AS_NOBODY.slice(1), "sh", "-c", check], { stdio: "ignore" });
    return "";
  } catch {
    return " (an ordinary user cannot start this Node, read this build or create user namespaces here)";
  }
}

const obstacle = findObstacle();

describe.skipIf(obstacle !== "")(`an ordinary user${obstacle}`, { timeout: 180_000 }, () => {
  let hostile: HostilePlace;
  beforeAll(async () => {
    hostile = await openHostilePlace();
    execFileSync("chown", ["-R", `${ID}:${ID}`, join(hostile.place.work, "..")]);
  });
  afterAll(() => hostile[Symbol.asyncDispose]());

  const prompt = (line: string, ...flags: readonly string[]): Promise<Outcome> => {
    const { place, env, program } = hostile;
    const args = ["run", "--no-server", ...flags, line, "--", process.execPath, program];
    return place.run(args, { env, through: AS_NOBODY });
  };

  it("reads the secrets without a sandbox", async () => {
    const { stdout } = await prompt(`id -u; cat ${hostile.user}/.ssh/id_ed25519`);
    expect([stdout.includes(ID), stdout.includes(SECRET)]).toEqual([true, true]);
  });

  it.each(["--sandbox", "--sandbox=limited", "--sandbox=offline"])("cannot read them with %s", async (flag) => {
    const { code, stdout, stderr } = await prompt(`${readingLines(hostile)}; id -u`, flag);
    expect(stdout).toContain("ended");
    expect([code, stdout.includes(ID), `${stdout}${stderr}`.includes(SECRET)]).toEqual([0, true, false]);
  });

  it("writes only in its folder", async () => {
    await prompt(`${writingLines(hostile)}; touch inside`, "--sandbox");
    expect(existsSync(hostile.place.file("inside"))).toBe(true);
    const outside = [join(hostile.place.work, "../made"), join(hostile.user, "made"), join(hostile.place.home, "made")];
    expect(outside.filter((path) => existsSync(path))).toEqual([]);
  });
});
