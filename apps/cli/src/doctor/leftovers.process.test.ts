// Against processes that packages/machine started for real, so that the marks are those.
import { spawnProcess } from "@parley/machine";
import { spawn } from "node:child_process";
import { expect, it } from "vitest";
import { findLeftovers } from "./leftovers.ts";

const LINUX = process.platform === "linux";
const SLEEP = ["-e", "setInterval(() => undefined, 1000)"];

it.runIf(LINUX)("ignores processes of a running Parley", async () => {
  await using child = await spawnProcess({ command: process.execPath, args: SLEEP, cwd: "/" });
  expect((await findLeftovers())?.map(({ pid }) => pid)).not.toContain(child.pid);
});

it.runIf(LINUX)("finds processes of a Parley that has exited", async () => {
  // As the machine marks it, of a Parley that never was.
  const child = spawn(process.execPath, SLEEP, { env: { PARLEY_GUARD: "0123456789abcdef.1;" }, stdio: "ignore" });
  try {
    const find = async () => (await findLeftovers())?.find(({ pid }) => pid === child.pid)?.command;
    await expect.poll(find).toContain("setInterval");
  } finally {
    child.kill("SIGKILL");
  }
});
