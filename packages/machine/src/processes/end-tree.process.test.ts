import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runDriver } from "./fixtures/run-driver.ts";
import { misbehaviours, type Misbehaviour } from "./fixtures/misbehaviours.ts";
import { findIn, untilNoneIn } from "./fixtures/survivors.ts";
import { createTempFolder } from "./fixtures/temp-folder.ts";
import { spawnProcess, type GuardedProcess } from "./spawn-process.ts";

const folder = createTempFolder();
/** Longer than a killed process takes to be gone, and much shorter than any of them would stay. */
const GONE_MS = 10_000;

async function start(command: string, cwd: string): Promise<GuardedProcess> {
  const child = await spawnProcess({ command, cwd });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  child.stdout.resume();
  return child;
}

describe.skipIf(process.platform !== "linux")("the end of a tree", () => {
  it.each(Object.keys(misbehaviours) as Misbehaviour[])("comes to a child that %s", async (kind) => {
    const cwd = mkdtempSync(join(folder, `${kind}-`));
    const child = await start(misbehaviours[kind], cwd);
    expect(findIn(cwd)).not.toEqual([]);
    expect(await child.end({ graceMs: 200 })).toEqual({ survivors: [] });
    expect(await untilNoneIn(cwd, GONE_MS)).toEqual([]);
    await child.exited;
  });

  it("reaches its processes that stayed in our session, and no others there", async () => {
    const cwd = mkdtempSync(join(folder, "stays-"));
    const trees = Object.keys(misbehaviours) as Misbehaviour[];
    const driver = await runDriver({ cwd, trees, staysInSession: true, graceMs: 200 });
    expect(findIn(cwd).length).toBeGreaterThanOrEqual(trees.length - 2);
    // The driver is there to say so.
    expect(await driver.end()).toEqual([]);
    // The last signal goes to whole groups: what was forked a moment before is killed by it, and not gone yet.
    expect(await untilNoneIn(cwd, GONE_MS)).toEqual([]);
  });

  it("waits for those who tidy up after themselves", async () => {
    const cwd = mkdtempSync(join(folder, "tidy-"));
    const child = await start(`trap 'sleep 0.2; echo tidy >note; exit 0' TERM; echo ready; sleep 60 & wait`, cwd);
    expect(await child.end()).toEqual({ survivors: [] });
    expect(readFileSync(join(cwd, "note"), "utf8")).toBe("tidy\n");
    expect(await child.exited).toEqual({ exitCode: 0, signal: null });
  });

  it("is quick for those who go at once", async () => {
    const child = await start("echo ready; sleep 60", folder);
    // Longer than this test may take: who goes at once is not waited for.
    await child.end({ graceMs: 600_000 });
    expect(await child.exited).toEqual({ exitCode: null, signal: "SIGTERM" });
  });

  it("spares everybody else, daemons of a sister included", async () => {
    const mine = mkdtempSync(join(folder, "mine-"));
    const hers = mkdtempSync(join(folder, "hers-"));
    const first = await start(misbehaviours.leavesDaemon, mine);
    const second = await start(misbehaviours.leavesDaemon, hers);
    await second.exited;
    const before = findIn(hers);
    expect(before).not.toEqual([]);
    await first.end({ graceMs: 100 });
    expect(findIn(mine)).toEqual([]);
    expect(findIn(hers)).toEqual(expect.arrayContaining(before));
    await second.end({ graceMs: 100 });
    expect(findIn(hers)).toEqual([]);
  });

  it("finds a daemon whose environment was overwritten, as by setting a process title", async () => {
    const cwd = mkdtempSync(join(folder, "title-"));
    const line = `perl -e 'use POSIX; fork && exit; POSIX::setsid(); $0 = "x" x 9000; $| = 1; print "ready\n"; sleep 60' || echo skip`;
    const child = await start(line, cwd);
    await child.exited;
    await child.end({ graceMs: 100 });
    expect(findIn(cwd)).toEqual([]);
  });

  it("is not confused by a name with newlines and parentheses", async () => {
    const cwd = mkdtempSync(join(folder, "name-"));
    writeFileSync(join(cwd, "a) S 1 1\n(b"), "#!/bin/sh\ntrap '' TERM\necho ready\nsleep 60\nsleep 60\n", {
      mode: 0o755,
    });
    const child = await start(`setsid ./a*b & wait`, cwd);
    expect(await child.end({ graceMs: 100 })).toEqual({ survivors: [] });
    expect(findIn(cwd)).toEqual([]);
  });

  it("may be asked for many times, together and afterwards", async () => {
    const child = await start(misbehaviours.trapsSignals, mkdtempSync(join(folder, "again-")));
    const reports = await Promise.all(Array.from({ length: 5 }, () => child.end({ graceMs: 100 })));
    expect([...reports, await child.end()]).toEqual(Array.from({ length: 6 }, () => ({ survivors: [] })));
  });

  it("comes to a hundred trees at once", async () => {
    const cwd = mkdtempSync(join(folder, "hundred-"));
    const children = await Promise.all(Array.from({ length: 100 }, () => start("sleep 60 & echo ready; wait", cwd)));
    expect(findIn(cwd).length).toBeGreaterThanOrEqual(200);
    const reports = await Promise.all(children.map((child) => child.end()));
    expect(reports.flatMap(({ survivors }) => survivors)).toEqual([]);
    expect(findIn(cwd)).toEqual([]);
  });
});
