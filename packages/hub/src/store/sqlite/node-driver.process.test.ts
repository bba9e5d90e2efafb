// What reaches stderr when the store is opened.
import { bundleProgram, createTempFolder } from "@parley/test-support";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { DRIVERS } from "./testing/drivers.ts";

const run = promisify(execFile);

it("hides the warning that node:sqlite is experimental, and no other", async () => {
  await using folder = await createTempFolder();
  // Emitted before the module is loaded, and while it is being loaded.
  const preload = folder.file("warn.cjs");
  await writeFile(
    preload,
    `process.emitWarning("before", "ExperimentalWarning");
     const { getBuiltinModule } = process;
     process.getBuiltinModule = (name) => {
       process.emitWarning("SQLite is slow today", "Warning");
       process.emitWarning("Another feature", "ExperimentalWarning");
       return getBuiltinModule.call(process, name);
     };`,
  );
  const program = await bundleProgram(new URL("./testing/store-step.main.ts", import.meta.url));
  const args = ["--require", preload, program, folder.file("hub.db"), DRIVERS[0] ?? "", "fill", "s1"];
  const { stdout, stderr } = await run(process.execPath, args);
  expect(stdout).toBe("null\n");
  expect(stderr).not.toContain("SQLite is an experimental feature");
  expect(stderr).toContain("ExperimentalWarning: before");
  // libsql needs no module of Node's.
  const meanwhile = ["Warning: SQLite is slow today", "ExperimentalWarning: Another feature"];
  expect(meanwhile.filter((text) => stderr.includes(text))).toEqual(DRIVERS.length === 1 ? [] : meanwhile);
});
