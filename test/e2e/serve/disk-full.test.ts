// A full disk under the home folder: a small file system of its own, the built command, the real server.
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { ended, getRun, post, run, textOf } from "./rest.ts";
import { sees, serve, type Served } from "./served.ts";

/** A small file system of its own, with a home folder in it. */
interface SmallDisk extends Disposable {
  readonly home: string;
  readonly filling: string;
}

/** Undefined where mounting is not permitted. */
function mountSmallDisk(): SmallDisk | undefined {
  if (process.platform !== "linux") return undefined;
  const path = mkdtempSync(join(tmpdir(), "parley-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=24m,mode=0700", "tmpfs", path], { stdio: "ignore" });
  } catch {
    rmdirSync(path);
    return undefined;
  }
  const unmount = (): void => {
    execFileSync("umount", [path]);
    rmdirSync(path);
  };
  return { home: mkdtempSync(join(path, "home-")), filling: join(path, "filling"), [Symbol.dispose]: unmount };
}

const disks = [mountSmallDisk(), mountSmallDisk()];
const [first, second] = disks;
if (first === undefined)
  process.stderr.write("Skipped: the tests of a full disk need the permission to mount a tmpfs.\n");

/** Takes every byte that is left, whoever else writes meanwhile. */
function fill({ filling }: SmallDisk): void {
  try {
    for (;;) appendFileSync(filling, Buffer.alloc(64 * 1024));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  }
}

// Each on a disk of its own, at the same time: the store is tried again for ten seconds before events are given up.
describe.skipIf(first === undefined)("when the disk is full", { timeout: 180_000, concurrent: true }, () => {
  afterAll(() => disks.forEach((disk) => disk?.[Symbol.dispose]()));

  async function ready(server: Served): Promise<{ readonly status: number; readonly text: string }> {
    const response = await server.fetch("/ready");
    return { status: response.status, text: await response.text() };
  }

  const start = (place: Place, home: string): Promise<Served> =>
    serve(place, ["--level", "bypass"], { env: { PARLEY_HOME: home } });

  /** A line of a script that ends when the disk is full, and not by a clock: what comes next has something to store. */
  const untilFull = (place: Place): string => `run until [ -e '${place.file("full")}' ]; do sleep 0.05; done`;

  async function fillFor(place: Place, disk: SmallDisk): Promise<void> {
    fill(disk);
    await writeFile(place.file("full"), "");
  }

  it("a running turn ends with the reason, new ones are refused with 507, and work continues when there is space", async ({
    expect,
  }) => {
    const disk = first as SmallDisk;
    await using place = await openPlace();
    await using server = await start(place, disk.home);
    expect(await ready(server)).toMatchObject({ status: 200 });
    const before = await run(server, "say Before", { agent: "script" });
    const work = `${untilFull(place)}\nstream 2000 4000`;
    const told = place.start(["run", `say Begun\n${work}`], { env: { PARLEY_HOME: disk.home } });
    await sees(told, "Begun");
    const running = await run(server, `say Begun\n${work}\nsay Done`, { agent: "script", mode: "async" });
    await expect.poll(async () => textOf(await getRun(server, running.run_id))).toContain("Begun");
    await fillFor(place, disk);
    expect(await ready(server)).toEqual({ status: 503, text: expect.stringContaining("KiB are left") as string });
    expect(await ended(server, running.run_id)).toMatchObject({
      status: "failed",
      error: { message: expect.stringContaining("disk is full") as string },
    });
    const { code, stderr } = await told.ended;
    expect(code).toBe(1);
    expect(stderr).toContain("disk is full\nFree some disk space.");
    const input = [{ role: "user", parts: [{ content_type: "text/plain", content: "say x" }] }];
    const refused = await post(server, "/runs", { agent_name: "script", input });
    expect(refused.status).toBe(507);
    rmSync(disk.filling);
    expect(await ready(server)).toMatchObject({ status: 200 });
    expect(textOf(await run(server, "say After", { agent: "script" }))).toContain("After");
    const again = await run(server, "say Again", { agent: "script", sessionId: before.session_id });
    expect(textOf(again)).toContain("Again");
    const resumed = await run(server, "say Resumed", { agent: "script", sessionId: running.session_id });
    expect(textOf(resumed)).toContain("Resumed");
    const { sessions } = (await (await server.fetch("/sessions")).json()) as {
      sessions: readonly { status: string }[];
    };
    expect(sessions.map(({ status }) => status)).not.toContain("running");
  });

  it("run without a server reports what is not saved, and fails", async ({ expect }) => {
    const disk = second as SmallDisk;
    await using place = await openPlace();
    const env = { PARLEY_HOME: disk.home };
    const work = `say Begun\n${untilFull(place)}\nstream 50 4000\nsay Done`;
    const running = place.start(["run", "--no-server", "--level", "bypass", work], { env });
    // The tool call is in the log by then: it is not what could not be saved.
    await sees(running, "tool: until", "stderr");
    await fillFor(place, disk);
    const { code, stdout, stderr } = await running.ended;
    expect(stdout).toContain("Begun");
    // One sentence with what to do, and no lines of the log.
    const [tool, ...said] = stderr.split("\n");
    expect(tool).toContain("tool: until");
    expect(said).toEqual([expect.stringMatching(/^Could not .*disk is full$/), "Free some disk space.", ""]);
    expect(code).toBe(1);
    const next = await place.run(["run", "--no-server", "say x"], { env });
    expect(next).toMatchObject({ code: 1, stderr: expect.stringContaining("Free some disk space") as string });
    rmSync(disk.filling);
    expect(await place.run(["run", "--no-server", "say x"], { env })).toMatchObject({ code: 0, stdout: "x\n" });
  });
});
