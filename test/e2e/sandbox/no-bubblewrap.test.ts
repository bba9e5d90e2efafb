// A machine without bubblewrap: a sandbox that was asked for is one clear sentence, and nothing is started.
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../run-parley.ts";
import { hasSandbox, openHostilePlace, reason, type HostilePlace } from "./hostile-agent.ts";

const SENTENCE = "The sandbox is not available: bubblewrap is not installed";

/** Everything is as it is, except that bubblewrap is gone: a file that cannot be run lies on it. */
const WITHOUT_BUBBLEWRAP = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", "/dev/null", "/usr/bin/bwrap", "--"];

const canHide = hasSandbox && existsSync("/usr/bin/bwrap") && !existsSync("/usr/local/bin/bwrap");

describe.skipIf(!canHide)(`without bubblewrap${reason}`, { timeout: 120_000 }, () => {
  let hostile: HostilePlace;
  beforeAll(async () => {
    hostile = await openHostilePlace();
  });
  afterAll(() => hostile[Symbol.asyncDispose]());

  /** The command line of an agent that leaves a file when it starts. */
  const agent = (): string[] => ["/bin/sh", "-c", `touch started; exec node ${hostile.program}`];
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
    hostile.place.run(args, { env: { ...hostile.env, ...env }, through: WITHOUT_BUBBLEWRAP });
  const hasStarted = (): boolean => existsSync(hostile.place.file("started"));

  /** The outcome, with the sentence counted instead of quoted. */
  const summarize = ({ code, stdout, stderr }: Outcome): object => ({
    code,
    stdout,
    sentences: stderr.split(SENTENCE).length - 1,
    hasRemedy: stderr.includes("apt-get install bubblewrap"),
    hasStarted: hasStarted(),
  });
  const REFUSED = { code: 3, stdout: "", sentences: 1, hasRemedy: true, hasStarted: false };

  it.each(["--sandbox", "--sandbox=limited", "--sandbox=offline"])("run %s starts nothing", async (flag) => {
    expect(summarize(await run(["run", "--no-server", flag, "true", "--", ...agent()]))).toEqual(REFUSED);
  });

  it("run with PARLEY_SANDBOX or a setting starts nothing", async () => {
    expect(summarize(await run(["run", "--no-server", "true", "--", ...agent()], { PARLEY_SANDBOX: "on" }))).toEqual(
      REFUSED,
    );
    await writeFile(join(hostile.place.home, "config.json"), JSON.stringify({ sandbox: "on" }));
    expect(summarize(await run(["run", "--no-server", "true", "--", ...agent()]))).toEqual(REFUSED);
    await writeFile(join(hostile.place.home, "config.json"), "{}");
  });

  it("run with the built-in agent runs no command", async () => {
    const offline = { PARLEY_MODEL: "offline/script", PARLEY_AGENT: "parley" };
    const args = ["run", "--no-server", "--agent", "parley", "--approve", "all", "--sandbox", "run touch started"];
    const { stdout, stderr } = await run(args, offline);
    expect(`${stdout}${stderr}`).toContain(SENTENCE);
    expect(hasStarted()).toBe(false);
  });

  it("proxy starts nothing", async () => {
    expect(summarize(await run(["proxy", "--sandbox", "--no-feed", "--", ...agent()]))).toEqual(REFUSED);
  });

  it("serve does not start", async () => {
    expect(summarize(await run(["serve", "--port", "0", "--no-feed", "--sandbox"]))).toEqual(REFUSED);
    expect(existsSync(join(hostile.place.home, "server.json"))).toBe(false);
  });

  it("doctor reports it, and runs without a sandbox still work", async () => {
    expect((await run(["doctor"])).stdout).toContain(SENTENCE);
    const plain = await run(["run", "--no-server", "echo plain", "--", ...agent()]);
    expect([plain.code, plain.stdout.includes("plain"), hasStarted()]).toEqual([0, true, true]);
  });
});
