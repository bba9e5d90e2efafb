import { writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { startProgram, type ChildProgram } from "./child-program.ts";
import { createTempFolder, type TempFolder } from "./temp-folder.ts";

async function start(folder: TempFolder, source: string): Promise<ChildProgram> {
  const file = folder.file("program.mjs");
  await writeFile(file, `${source}\nprocess.stdout.write("ready");`);
  const child = startProgram(file);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return child;
}

it("ends a program by closing its input, and tells how it ended", async () => {
  await using folder = await createTempFolder();
  const child = await start(folder, 'process.stdin.resume(); console.error("a word");');
  expect(await child.marker.find()).toEqual([child.pid]);
  await child[Symbol.asyncDispose]();
  expect(await child.exited).toEqual({ code: 0, signal: null });
  expect(child.stderr()).toBe("a word\n");
});

it("kills a program that stays", async () => {
  await using folder = await createTempFolder();
  const child = await start(folder, 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);');
  await child[Symbol.asyncDispose]();
  expect(await child.exited).toEqual({ code: null, signal: "SIGKILL" });
});

it("fails when a program leaves somebody behind, and ends them", async () => {
  await using folder = await createTempFolder();
  const child = await start(
    folder,
    `import { spawn } from "node:child_process";
    const options = { detached: true, stdio: "ignore" };
    spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], options).unref();
    process.stdin.resume();`,
  );
  await expect(child[Symbol.asyncDispose]()).rejects.toThrow(/left processes behind: \d+/);
  expect(await child.marker.find()).toEqual([]);
});

it.runIf(process.platform === "linux")("does not count whoever was killed, gone or not", async () => {
  await using folder = await createTempFolder();
  const children = await Promise.all(Array.from({ length: 5 }, () => start(folder, "process.stdin.resume();")));
  for (const { pid, marker } of children) {
    process.kill(pid, "SIGKILL");
    // The signal is pending, or the process is a moment from its end: neither takes as long as an orphan is looked for.
    await expect.poll(() => marker.find()).toEqual([]);
  }
  await Promise.all(children.map((child) => child[Symbol.asyncDispose]()));
});
