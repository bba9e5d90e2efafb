// The files beside other processes: folders that are swapped, pipes, a full disk, somebody without rights.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { ParleyError } from "@parley/base";
import { execFile, execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createFiles, type Files } from "./create-files.ts";
import { heldFolders } from "./held-folder.ts";
import { namedFolders } from "./named-folder.ts";
import { startSwapper } from "./testing/swapper.ts";

const isWindows = process.platform === "win32";
const isRoot = process.getuid?.() === 0;
const ways = Object.entries({ ...(process.platform === "linux" ? { held: heldFolders } : {}), named: namedFolders });
const run = promisify(execFile);

const ROUNDS_MAX = 3_000;
const TIME_MS_MAX = 4_000;
/** How long both sides of the race are awaited: on a busy machine the swapper may not have its turn for seconds. */
const PATIENCE_MS = 40_000;

/** Repeats within the bounds, and on until something was both done and refused; refusals are fine, and are counted. */
async function repeat(action: (round: number) => Promise<void>): Promise<{ done: number; refused: number }> {
  const counts = { done: 0, refused: 0 };
  const startMs = Date.now();
  const isOver = (round: number): boolean => {
    const tookMs = Date.now() - startMs;
    if (Math.min(counts.done, counts.refused) === 0) return tookMs > PATIENCE_MS;
    return round >= ROUNDS_MAX || tookMs > TIME_MS_MAX;
  };
  for (let round = 0; !isOver(round); round += 1) {
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

describe.each(ways)("readTextFile with %s folders", (_, folders) => {
  it.skipIf(isWindows)("never waits for a pipe, and refuses sockets and devices", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path, "/dev"], folders });
    execFileSync("mkfifo", [temp.file("pipe")]);
    const server = createServer().listen(temp.file("socket"));
    for (const path of [temp.file("pipe"), temp.file("socket"), "/dev/zero", "/dev/tty", "/dev/null"]) {
      await expect(files.readTextFile({ path })).rejects.toMatchObject({ code: "file_is_special" });
    }
    server.close();
  });
});

describe.each(ways)("writeTextFile with %s folders", (_, folders) => {
  it.skipIf(isWindows)("refuses a pipe, and what would be below one", async () => {
    await using temp = await createTempFolder();
    const files = await createFiles({ roots: [temp.path], folders });
    execFileSync("mkfifo", [temp.file("pipe")]);
    for (const [path, code] of [
      ["pipe", "file_is_special"],
      ["pipe/below", "file_path_invalid"],
    ] as const) {
      const writing = files.writeTextFile({ path: temp.file(path), content: "a" });
      await expect(writing).rejects.toMatchObject({ code });
    }
    expect(await readdir(temp.path)).toEqual(["pipe"]);
  });
});

/** Writes 1 MB to the file `a` of a folder in a process of its own, and returns the code of the error. */
async function writeElsewhere(folder: string, script: string): Promise<string> {
  const module = fileURLToPath(new URL("create-files.ts", import.meta.url));
  const program = `
    import { createFiles } from ${JSON.stringify(module)};
    const { writeTextFile } = await createFiles({ roots: [process.argv[1]] });
    if (process.argv[2] === "nobody") process.setuid(65534);
    const content = "x".repeat(1_000_000);
    await writeTextFile({ path: process.argv[1] + "/a", content }).catch((error) => console.log(error.code));`;
  const node = [
    process.execPath,
    "--conditions=parley:source",
    "--import",
    "tsx",
    "--input-type=module",
    "-e",
    program,
  ];
  const { stdout } = await run("sh", ["-c", script, "sh", ...node, folder, ...(isRoot ? ["nobody"] : [])]);
  return stdout.trim();
}

describe.skipIf(isWindows)("writeTextFile", () => {
  it.each([
    { obstacle: "a full disk", script: 'ulimit -f 100; exec "$@"', mode: 0o666, code: "disk_full" },
    { obstacle: "a file that may not be written", script: 'exec "$@"', mode: 0o444, code: "file_denied" },
  ])("keeps the old content before $obstacle, leaves no draft and says so", async ({ script, mode, code }) => {
    await using temp = await createTempFolder();
    await chmod(temp.path, 0o777);
    await writeFile(temp.file("a"), "old");
    await chmod(temp.file("a"), mode);
    expect(await writeElsewhere(temp.path, script)).toBe(code);
    expect(await readdir(temp.path)).toEqual(["a"]);
    expect(await readFile(temp.file("a"), "utf8")).toBe("old");
  });
});
