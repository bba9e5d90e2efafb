import { bundleProgram, createTempFolder, startProgram } from "@parley/test-support";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { readAll, toBatch, toLines } from "../testing/rows.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

const bundle = (): Promise<string> => bundleProgram(new URL("./testing/append-events.main.ts", import.meta.url));

/** Everything up to there is in the store, perhaps more, and nothing in part; and it goes on. */
async function expectStored(path: string, told: number): Promise<number> {
  await using store = await openSqliteStore({ path });
  const session = await store.getSession("s1");
  const lastSeq = session?.lastSeq ?? 0;
  expect(lastSeq).toBeGreaterThanOrEqual(told);
  expect(await readAll(store, "s1")).toEqual(toLines("s1", 1, lastSeq));
  await store.appendEvents([toBatch("s1", lastSeq + 1, 3)], new Map(), { isDurable: true });
  return lastSeq + 3;
}

it("has everything that was stored before its process was killed", async () => {
  await using folder = await createTempFolder();
  const path = folder.file("hub.db");
  let told = 0;
  for (const kills of [1, 2, 3]) {
    await using child = startProgram(await bundle(), { args: [path] });
    let batches = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      told = Number(line);
      batches += 1;
      if (batches === kills * 50) process.kill(child.pid, "SIGKILL");
    }
    expect((await child.exited).signal).toBe("SIGKILL");
    expect(batches).toBeGreaterThanOrEqual(kills * 50);
    told = await expectStored(path, told);
  }
});

it.skipIf(process.platform === "win32")("reports a full disk, and keeps its data", async () => {
  await using folder = await createTempFolder();
  const path = folder.file("hub.db");
  const limited = ["-c", 'ulimit -S -f 2000; exec "$@"', "bash", process.execPath, await bundle(), path];
  const { stdout } = await promisify(execFile)("bash", limited, { maxBuffer: 64 * 1024 * 1024 });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.at(-1)).toBe("failed disk_full");
  expect(lines.length).toBeGreaterThan(10);
  await expectStored(path, Number(lines.at(-2)));
});

it("is locked by one process, and released when that process is killed", async () => {
  await using folder = await createTempFolder();
  const path = folder.file("hub.db");
  await using child = startProgram(await bundle(), { args: [path] });
  await once(child.stdout, "data");
  child.stdout.resume();
  await expect(openSqliteStore({ path })).rejects.toMatchObject({
    code: "store_locked",
    message: expect.stringContaining(`pid ${child.pid} `),
  });
  process.kill(child.pid, "SIGKILL");
  await child.exited;
  await expectStored(path, 1);
});
