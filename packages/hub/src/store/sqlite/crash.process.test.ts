// Crashes, locks and readers: a file that one driver wrote and another opens, so that Node can be updated and put back.
import { bundleProgram, createTempFolder, startProgram } from "@parley/test-support";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { DriverName } from "./driver.ts";
import { DRIVERS } from "./testing/drivers.ts";

const run = promisify(execFile);
const bundle = (): Promise<string> => bundleProgram(new URL("./testing/append-events.main.ts", import.meta.url));

/** In a process of its own. */
async function step(path: string, driver: DriverName, name: string, argument: string | number = ""): Promise<unknown> {
  const program = await bundleProgram(new URL("./testing/store-step.main.ts", import.meta.url));
  const { stdout, stderr } = await run(process.execPath, [program, path, driver, name, String(argument)]);
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

/** Everything up to there is in the store and can be searched for, perhaps more, and nothing in part; and more can be appended. */
async function expectStored(path: string, told: number, driver: DriverName): Promise<number> {
  const found = (await step(path, driver, "resume", told)) as { readonly lastSeq: number };
  expect(found).toEqual({ lastSeq: expect.any(Number), isComplete: true, hits: 1 });
  expect(found.lastSeq).toBeGreaterThanOrEqual(told);
  return found.lastSeq + 3;
}

const PAIRS = DRIVERS.flatMap((writer) => DRIVERS.map((opener) => ({ writer, opener })));

describe.each(PAIRS)("a store written by $writer and opened by $opener", ({ writer, opener }) => {
  it("has everything that was stored before its process was killed", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("hub.db");
    let told = 0;
    for (const kills of [1, 2, 3]) {
      await using child = startProgram(await bundle(), { args: [path, writer] });
      let batches = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        told = Number(line);
        batches += 1;
        if (batches === kills * 50) process.kill(child.pid, "SIGKILL");
      }
      expect((await child.exited).signal).toBe("SIGKILL");
      expect(batches).toBeGreaterThanOrEqual(kills * 50);
      told = await expectStored(path, told, opener);
    }
    for (const driver of DRIVERS) expect(await step(path, driver, "check")).toEqual([{ integrity_check: "ok" }]);
  });

  it.skipIf(process.platform === "win32")("reports a full disk, and keeps its data", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("hub.db");
    const limited = ["-c", 'ulimit -S -f 2000; exec "$@"', "bash", process.execPath, await bundle(), path, writer];
    const { stdout } = await run("bash", limited, { maxBuffer: 64 * 1024 * 1024 });
    const lines = stdout.trimEnd().split("\n");
    expect(lines.at(-1)).toBe("failed disk_full");
    expect(lines.length).toBeGreaterThan(10);
    await expectStored(path, Number(lines.at(-2)), opener);
  });

  it("is locked by one process, can be read meanwhile, and is released when that process is killed", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("hub.db");
    await using child = startProgram(await bundle(), { args: [path, writer] });
    const [lines] = (await once(child.stdout, "data")) as [string | Buffer];
    const told = Number(String(lines).split("\n")[0]);
    child.stdout.resume();
    expect(await step(path, opener, "resume", told)).toEqual({
      code: "store_locked",
      message: expect.stringContaining(`pid ${child.pid} `),
    });
    const read = (await step(path, opener, "read", told)) as { readonly lastSeq: number };
    expect(read).toMatchObject({ isComplete: true, hits: 1 });
    expect(read.lastSeq).toBeGreaterThanOrEqual(told);
    process.kill(child.pid, "SIGKILL");
    await child.exited;
    await expectStored(path, told, opener);
  });

  it("is searched by both, and loses only what is deleted", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("hub.db");
    await step(path, writer, "fill", "first");
    await step(path, opener, "fill", "second");
    for (const driver of [writer, opener]) {
      expect(await step(path, driver, "search", "creme")).toEqual(["first", "second"]);
      expect(await step(path, driver, "check")).toEqual([{ integrity_check: "ok" }]);
    }
    await step(path, opener, "delete", "first");
    for (const driver of [writer, opener]) expect(await step(path, driver, "search", "creme")).toEqual(["second"]);
    await step(path, writer, "fill", "third");
    for (const driver of [opener, writer]) {
      expect(await step(path, driver, "search", "creme")).toEqual(["second", "third"]);
    }
  });
});
