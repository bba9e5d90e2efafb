import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DriverPlan } from "./fixtures/driver.ts";
import { misbehaviours, type Misbehaviour } from "./fixtures/misbehaviours.ts";
import { runDriver } from "./fixtures/run-driver.ts";
import { findIn, untilNoneIn } from "./fixtures/survivors.ts";
import { createTempFolder } from "./fixtures/temp-folder.ts";
import { guard } from "./guard.ts";
import { spawnProcess } from "./spawn-process.ts";

const folder = createTempFolder();
/** Half of the time that a process of these trees would stay. */
const GONE_WITHIN_MS = 40_000;

/** Kills a driver and finds who survives; there must have been somebody. */
async function survivorsOf(plan: Omit<DriverPlan, "cwd">): Promise<number[]> {
  const cwd = mkdtempSync(join(folder, "killed-"));
  const driver = await runDriver({ cwd, ...plan });
  expect(findIn(cwd).length).toBeGreaterThanOrEqual(plan.trees.length);
  await driver.kill();
  return untilNoneIn(cwd, GONE_WITHIN_MS);
}

function openIn(pid: number): string[] {
  const targets = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  return targets.filter((target) => target !== "/dev/null");
}

async function runningGuard(): Promise<number> {
  await using child = await spawnProcess({ command: "true", cwd: folder });
  expect([child.pid, guard.pid]).toEqual([expect.any(Number), expect.any(Number)]);
  return guard.pid ?? 0;
}

describe.skipIf(process.platform !== "linux")("the guard", () => {
  it("is one small process, in a session of its own, with nothing open but our pipe", async () => {
    const pid = await runningGuard();
    expect(await runningGuard()).toBe(pid);
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    expect(status).toMatch(new RegExp(`^NSsid:\\t${pid}$`, "m"));
    expect(Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1])).toBeLessThan(8 * 1024);
    // It closes them itself, first thing.
    await expect.poll(() => openIn(pid)).toEqual([expect.stringMatching(/^(socket|pipe):/)]);
    await expect.poll(() => readlinkSync(`/proc/${pid}/cwd`)).toBe("/");
  });

  it("has nothing of our environment but the PATH", async () => {
    const names = readFileSync(`/proc/${await runningGuard()}/environ`, "latin1")
      .split("\0")
      .map((entry) => entry.split("=")[0] ?? "");
    expect(names).toContain("PARLEY_GUARD_OF");
    const ours = Object.keys(process.env).filter((name) => !["PATH", "PWD", "OLDPWD", "SHLVL", "_"].includes(name));
    expect(ours.filter((name) => names.includes(name))).toEqual([]);
  });

  it("ignores the signals that are meant for us", async () => {
    const pid = await runningGuard();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const) process.kill(pid, signal);
    expect(await runningGuard()).toBe(pid);
    expect(process.kill(pid, 0)).toBe(true);
  });

  it("is replaced when it is killed after all", async () => {
    const pid = await runningGuard();
    await using child = await spawnProcess({ command: "cat", cwd: folder });
    process.kill(pid, "SIGKILL");
    await expect.poll(() => guard.pid !== undefined && guard.pid !== pid).toBe(true);
    expect(process.kill(guard.pid ?? 0, 0)).toBe(true);
    expect(child.tree.isRunning()).toBe(true);
  });

  it("does not keep a process running, and ends with it", async () => {
    const cwd = mkdtempSync(join(folder, "short-"));
    const driver = await runDriver({ cwd, trees: [] });
    expect(await driver.end()).toEqual([]);
  });

  // Each has a Parley and a folder of its own, and waits most of the time: all of them wait together.
  it.concurrent("ends every child that misbehaves when we are killed", async () => {
    expect(await survivorsOf({ trees: Object.keys(misbehaviours) as Misbehaviour[] })).toEqual([]);
  });

  it.concurrent("ends also those that stayed in our session", async () => {
    const trees = Object.keys(misbehaviours) as Misbehaviour[];
    // Several that fork and exit: no signal to a group reaches them here, and each must be caught on its way.
    const runners = Array.from({ length: 3 }, () => "movesOn" as const);
    expect(await survivorsOf({ trees: [...trees, ...runners], staysInSession: true })).toEqual([]);
  });

  it.concurrent("ends what a Parley below us started", async () => {
    expect(await survivorsOf({ trees: ["leavesDaemon", "clearedDaemon", "trapsSignals"], nested: true })).toEqual([]);
  });

  it.concurrent("ends also what the guard before it had known", async () => {
    expect(await survivorsOf({ trees: ["clearsEnvironment", "forks"], losesGuard: true })).toEqual([]);
  });

  it.concurrent("is not taken in by a child that poses as a guard", async () => {
    expect(await survivorsOf({ trees: ["poses"] })).toEqual([]);
  });

  it.concurrent("keeps its promise without a shell", async () => {
    const trees = [
      "leavesDaemon",
      "doubleForks",
      "clearsEnvironment",
      "floods",
      "stopsItself",
      "startsAgain",
      "movesOn",
    ] as const;
    expect(await survivorsOf({ trees, nodeGuard: true })).toEqual([]);
  });

  it("has a script that the shells of the world can read", () => {
    const script = readFileSync(`/proc/${guard.pid}/environ`, "utf8")
      .split("\0")
      .find((entry) => entry.startsWith("PARLEY_GUARD_SCRIPT="))
      ?.slice("PARLEY_GUARD_SCRIPT=".length);
    expect(script).toContain("find_all");
    expect(execFileSync("/bin/sh", ["-n", "-c", script ?? "("], { encoding: "utf8" })).toBe("");
  });
});
