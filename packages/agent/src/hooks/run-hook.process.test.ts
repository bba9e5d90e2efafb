import { createMarker, createTempFolder, type Marker, type TempFolder } from "@parley/test-support";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { HookSetting } from "./hook-setting.ts";
import { HOOK_END_GRACE_MS, HOOK_TIMEOUT_MS } from "../limits.ts";
import { runHook, type HookRun } from "./run-hook.ts";
import { writeHook } from "./testing/write-hook.ts";

/** A child that would stay, and says when it is there. */
const STAYS = `
import { spawn } from "node:child_process";
const child = spawn(process.execPath, ["-e", "require('fs').writeFileSync('there', ''); setInterval(() => 0, 1000)"], { stdio: "inherit" });
`;

async function run(
  folder: TempFolder,
  hook: HookSetting,
  marker: Marker,
  signal: AbortSignal = new AbortController().signal,
): Promise<HookRun> {
  return runHook(hook, { cwd: folder.path, input: "{}\n", env: marker.env }, signal);
}

describe("a process that a hook leaves behind", () => {
  it("is killed when the hook times out", async () => {
    await using folder = await createTempFolder();
    const marker = createMarker();
    const hook = await writeHook(folder, "slow", `${STAYS} await new Promise(() => 0);`, { timeoutMs: 1_500 });
    expect(await run(folder, hook, marker)).toEqual({ failed: "timed out after 1500 ms" });
    expect(await marker.find()).toEqual([]);
  });

  it("is killed when the hook exits first, and does not delay the answer", async () => {
    await using folder = await createTempFolder();
    const marker = createMarker();
    const wait =
      "import { existsSync } from 'node:fs'; while (!existsSync('there')) await new Promise((r) => setTimeout(r, 5));";
    const hook = await writeHook(folder, "leaves", `${STAYS} ${wait} answer({ decision: 'allow' }); process.exit(0);`);
    expect(await run(folder, hook, marker)).toMatchObject({ exitCode: 0, stdout: '{"decision":"allow"}' });
    expect(await marker.find()).toEqual([]);
  });

  it("is killed when the call is cancelled, which is reported at once", async () => {
    await using folder = await createTempFolder();
    const marker = createMarker();
    const ignores = "process.on('SIGTERM', () => 0); await new Promise(() => 0);";
    const hook = await writeHook(folder, "stubborn", `${STAYS} ${ignores}`, { timeoutMs: HOOK_TIMEOUT_MS });
    const stop = new AbortController();
    const running = run(folder, hook, marker, stop.signal);
    await expect
      .poll(() =>
        readFile(folder.file("there")).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    // The hook has this long to exit on its own, without delaying the caller.
    const ended = delay(HOOK_END_GRACE_MS, "ended");
    stop.abort();
    expect(await Promise.race([running, ended])).toBe("aborted");
    await expect.poll(() => marker.find()).toEqual([]);
    expect(await run(folder, hook, marker, stop.signal)).toBe("aborted");
  });
});
