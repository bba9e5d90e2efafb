import { createTempFolder, type TempFolder } from "@parley/test-support";
import { ParleyError } from "@parley/base";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createFiles, type Files } from "./create-files.ts";
import { startSwapper } from "./testing/swapper.ts";

const ROUNDS_MAX = 3_000;
const TIME_MS_MAX = 4_000;

/** Repeats within the bounds; refusals are fine, and are counted. */
async function repeat(action: (round: number) => Promise<void>): Promise<{ done: number; refused: number }> {
  const counts = { done: 0, refused: 0 };
  const deadline = Date.now() + TIME_MS_MAX;
  for (let round = 0; round < ROUNDS_MAX && Date.now() < deadline; round += 1) {
    try {
      await action(round);
      counts.done += 1;
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      counts.refused += 1;
    }
  }
  return counts;
}

interface Scene extends AsyncDisposable {
  readonly inside: TempFolder;
  readonly outside: TempFolder;
  readonly files: Files;
}

async function setScene(): Promise<Scene> {
  const [inside, outside] = [await createTempFolder(), await createTempFolder()];
  await mkdir(inside.file("folder"));
  await writeFile(inside.file("folder", "file"), "inside");
  await writeFile(outside.file("file"), "outside");
  return {
    inside,
    outside,
    files: await createFiles({ roots: [inside.path] }),
    async [Symbol.asyncDispose]() {
      await inside[Symbol.asyncDispose]();
      await outside[Symbol.asyncDispose]();
    },
  };
}

/** Nothing was added, changed or taken away out there. */
async function expectUntouched(outside: TempFolder): Promise<void> {
  expect(await readdir(outside.path)).toEqual(["file"]);
  expect(await readFile(outside.file("file"), "utf8")).toBe("outside");
}

describe.runIf(process.platform === "linux")("while a folder is swapped for a link to the outside", () => {
  it("nothing outside is read", async () => {
    await using scene = await setScene();
    await using swapper = await startSwapper(scene.inside.file("folder"), scene.outside.path);
    const path = scene.inside.file("folder", "file");
    const counts = await repeat(async () => {
      expect((await scene.files.readTextFile({ path })).content).toBe("inside");
    });
    expect(swapper.exitCode).toBeNull();
    expect(Math.min(counts.done, counts.refused)).toBeGreaterThan(0);
  });

  it("nothing outside is written, in folders that exist and in new ones", async () => {
    await using scene = await setScene();
    await using swapper = await startSwapper(scene.inside.file("folder"), scene.outside.path);
    const counts = await repeat(async (round) => {
      const below = round % 2 === 0 ? ["file"] : [`new-${round}`, "deep", "file"];
      await scene.files.writeTextFile({ path: scene.inside.file("folder", ...below), content: "inside" });
    });
    expect(swapper.exitCode).toBeNull();
    expect(Math.min(counts.done, counts.refused)).toBeGreaterThan(0);
    await expectUntouched(scene.outside);
  });

  it("nothing outside is deleted, moved away or moved over", async () => {
    await using scene = await setScene();
    await using swapper = await startSwapper(scene.inside.file("folder"), scene.outside.path);
    const [file, kept] = [{ path: scene.inside.file("folder", "file") }, { path: scene.inside.file("kept") }];
    const counts = await repeat(async (round) => {
      if (round % 2 === 0) await writeFile(kept.path, "inside");
      if (round % 3 === 0) await scene.files.deleteFile(file);
      else if (round % 3 === 1) await scene.files.moveFile({ from: file, to: kept, overwrite: true });
      else await scene.files.moveFile({ from: kept, to: file, overwrite: true });
    });
    expect(swapper.exitCode).toBeNull();
    expect(Math.min(counts.done, counts.refused)).toBeGreaterThan(0);
    await expectUntouched(scene.outside);
  });
});

describe.runIf(process.platform === "linux")("while a file is swapped for a link to the outside", () => {
  it("nothing outside is read or written", async () => {
    await using scene = await setScene();
    const path = scene.inside.file("folder", "file");
    await using swapper = await startSwapper(path, scene.outside.file("file"));
    const counts = await repeat(async (round) => {
      expect((await scene.files.readTextFile({ path })).content).toBe("inside");
      if (round % 4 === 0) await scene.files.writeTextFile({ path, content: "inside" });
    });
    expect(swapper.exitCode).toBeNull();
    expect(Math.min(counts.done, counts.refused)).toBeGreaterThan(0);
    await expectUntouched(scene.outside);
  });
});
