import { bundleProgram, createTempFolder } from "@parley/test-support";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const execute = promisify(execFile);

describe("a log of many sessions", () => {
  // Far above what it takes: to notice when it takes another order of magnitude.
  it("is listed, written and searched in no time", async () => {
    await using temp = await createTempFolder();
    const program = await bundleProgram(new URL("./testing/measure-log.main.ts", import.meta.url));
    const measure = async (...args: readonly string[]): Promise<Record<string, number>> => {
      const [command = "", ...more] = args;
      const { stdout } = await execute(process.execPath, [program, command, temp.path, ...more]);
      return JSON.parse(stdout) as Record<string, number>;
    };
    await measure("make", "300", "80");
    const list = await measure("list");
    expect(list).toMatchObject({ sessions: 300 });
    expect(list["ms"]).toBeLessThan(1_000);
    const search = await measure("search", "needle");
    expect(search).toMatchObject({ hits: 1 });
    expect(search["ms"]).toBeLessThan(5_000);
    const append = await measure("append", "10");
    expect(append["microsPerEvent"]).toBeLessThan(100);
  }, 120_000);
});
