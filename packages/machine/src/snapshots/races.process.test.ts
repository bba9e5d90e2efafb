// Snapshots beside other processes: folders that are swapped, a full disk, a process that is killed, and what git itself ignores.
import { createTempFolder } from "@parley/test-support";
import { execFile, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import * as fc from "fast-check";
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { startSwapper } from "../files/testing/swapper.ts";
import { createSnapshots } from "./create-snapshots.ts";
import { addRules, noRules } from "./ignore-rules.ts";
import { readStore } from "./testing/read-store.ts";
import { readTree, writeTree } from "./testing/work-tree.ts";

const NODE_OPTIONS = ["--conditions=parley:source", "--import", "tsx", "--input-type=module", "-e"];
const PREAMBLE = `
  import { createSnapshots } from ${JSON.stringify(fileURLToPath(new URL("create-snapshots.ts", import.meta.url)))};
  const [, folder, store] = process.argv;
  const snapshots = await createSnapshots({ folder, store });`;
const TAKER = `${PREAMBLE}
  for (;;) {
    process.stdout.write("taking\\n");
    await snapshots.take();
  }`;
const ONE_TAKER = `${PREAMBLE}
  await snapshots.take().catch((error) => console.log(error.code));`;
const run = promisify(execFile);

const ROUNDS_MAX = 300;
const TIME_MS_MAX = 4_000;
/** How long the swapper is awaited: on a busy machine it may not have its turn for seconds. */
const PATIENCE_MS = 40_000;

describe.runIf(process.platform === "linux")("while a folder is swapped for a link to the outside", () => {
  it("nothing outside gets into a snapshot", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { "outside/file": "outside!", "outside/deep/file": "outside!" });
    writeTree(temp.file("work"), { "folder/file": "inside", "folder/deep/file": "inside" });
    const snapshots = await createSnapshots({ folder: temp.file("work"), store: temp.file("store") });
    await using swapper = await startSwapper(temp.file("work", "folder"), temp.file("outside"));
    const startMs = Date.now();
    const counts = new Set<number>();
    const isOver = (round: number): boolean => {
      const tookMs = Date.now() - startMs;
      return counts.size > 1 ? round >= ROUNDS_MAX || tookMs > TIME_MS_MAX : tookMs > PATIENCE_MS;
    };
    for (let round = 0; !isOver(round); round += 1) counts.add((await snapshots.take()).files);
    expect(swapper.exitCode).toBeNull();
    // With the folder, without it, and with the link: all were met.
    expect(counts.size).toBeGreaterThan(1);
    const [own = ""] = readdirSync(temp.file("store"));
    const packs = readdirSync(temp.file("store", own, "v1", "packs")).map((name) =>
      temp.file("store", own, "v1", "packs", name),
    );
    expect(packs.filter((path) => readFileSync(path, "latin1").includes("outside!"))).toEqual([]);
  });

  it("nothing outside is changed by restoring", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(temp.file("outside"), { changed: "2", added: "2" });
    writeTree(folder, { "folder/changed": "1", "folder/deleted": "1" });
    const snapshots = await createSnapshots({ folder, store: temp.file("store") });
    const before = await snapshots.take();
    writeTree(folder, { "folder/changed": "2", "folder/deleted": null, "folder/added": "2" });
    const after = await snapshots.take();
    await using swapper = await startSwapper(temp.file("work", "folder"), temp.file("outside"));
    const deadline = Date.now() + TIME_MS_MAX;
    for (let round = 0; round < ROUNDS_MAX && Date.now() < deadline; round += 1) {
      const [to, from] = round % 2 === 0 ? [before, after] : [after, before];
      await snapshots.restore(to.id, { from: from.id, overwrite: true });
    }
    expect(swapper.exitCode).toBeNull();
    expect(readTree(temp.file("outside"))).toEqual({ changed: "2", added: "2" });
  });
});

describe.skipIf(process.platform === "win32")("a full disk", () => {
  it("is reported, and leaves no files behind", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.file("work"), { a: randomBytes(1_000_000) });
    const node = [process.execPath, ...NODE_OPTIONS, ONE_TAKER, temp.file("work"), temp.file("store")];
    const { stdout } = await run("sh", ["-c", 'ulimit -f 200; exec "$@"', "sh", ...node]);
    expect(stdout.trim()).toBe("disk_full");
    expect(readStore(temp)).toEqual({ snapshots: [], packs: [], bytes: 0 });
    const snapshots = await createSnapshots({ folder: temp.file("work"), store: temp.file("store") });
    expect(await snapshots.take()).toMatchObject({ files: 1 });
  });
});

describe("a process that is killed while it takes a snapshot", () => {
  it("leaves a working store, and its leftovers are removed later", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    const tree = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`d${index % 9}/f${index}`, randomBytes(9_000)]),
    );
    writeTree(folder, tree);
    const store = temp.file("store");
    const node = [...NODE_OPTIONS, TAKER, folder, store];
    for (let round = 0; round < 4; round += 1) {
      const child = spawn(process.execPath, node, { stdio: ["ignore", "pipe", "inherit"] });
      await once(child.stdout, "data");
      // Not for something to happen: to hit another moment of the work each time.
      await sleep(round * 25);
      child.kill("SIGKILL");
      await once(child, "exit");
      writeTree(folder, { "d0/f0": randomBytes(9_000) });
    }
    const limits = { leftoverAgeMs: 60_000 };
    const snapshots = await createSnapshots({ folder, store, limits });
    const { id, files, skipped } = await snapshots.take();
    expect({ files, skipped }).toEqual({ files: 300, skipped: [] });
    writeFileSync(join(readStore(temp).snapshots[0] ?? "", "..", ".parley-left.draft"), "{");
    const { packs: packsThen, snapshots: manifestsThen } = readStore(temp);
    const draftsThen = manifestsThen.filter((path) => path.endsWith(".draft"));
    for (const path of [...packsThen, ...draftsThen]) utimesSync(path, 1, 1);
    writeTree(folder, { "d0/f0": "changed", "d1/f1": null });
    // As the next process would.
    const next = await createSnapshots({ folder, store, limits: { leftoverAgeMs: 50_000 } });
    await next.take();
    await next.restore(id);
    expect((await next.diff(id, (await next.take()).id)).files).toEqual([]);
    expect(readStore(temp).snapshots.filter((path) => path.endsWith(".draft"))).toEqual([]);
    const { packs, snapshots: manifests } = readStore(temp);
    expect(packs.length).toBeLessThanOrEqual(manifests.length);
  }, 60_000);
});

describe("ignore rules", () => {
  it("ignores what git ignores", { timeout: 120_000 }, async () => {
    await using temp = await createTempFolder();
    const git = (args: readonly string[], input?: string): string => {
      const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
      return execFileSync("git", [...args], {
        cwd: temp.path,
        env,
        ...(input === undefined ? {} : { input }),
      }).toString();
    };
    git(["init", "-q"]);
    const name = fc.constantFrom("a", "b", "ab", "a.b", "A", "-", "a]", "[a]", "!a", "#a", "a ", "**");
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
    const piece = fc.constantFrom(
      "a",
      "b",
      "*",
      "**",
      "/",
      "?",
      ".",
      "[ab]",
      "[!a]",
      "[a-]",
      "[]a]",
      "\\a",
      "\\*",
      "!",
      " ",
      "#",
    );
    // Two oddities are left out: a slash inside brackets, and stars behind a plain start, which git takes for folders.
    const line = fc
      .array(piece, { minLength: 1, maxLength: 7 })
      .map((pieces) => pieces.join(""))
      .filter((made) => !/[^/*]\*\*/.test(made));
    const text = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 8 }), text, text, (paths, outer, inner) => {
        rmSync(temp.file("w"), { recursive: true, force: true });
        mkdirSync(temp.file("w", "a"), { recursive: true });
        const files = paths.filter(
          (one) => one !== "a" && !paths.some((other) => other !== one && other.startsWith(`${one}/`)),
        );
        for (const file of files) {
          mkdirSync(dirname(temp.file("w", file)), { recursive: true });
          writeFileSync(temp.file("w", file), "");
        }
        writeFileSync(temp.file("w", ".gitignore"), outer);
        writeFileSync(temp.file("w", "a", ".gitignore"), inner);
        const listed = git(["ls-files", "-o", "-z", "--exclude-standard", "w"]).split("\0");
        const expected = files.filter((file) => listed.includes(join("w", file)));
        expect(files.filter((file) => !isIgnoredWithParents(outer, inner, file))).toEqual(expected);
      }),
      { numRuns: 120 },
    );
  });
});

/** What is in an ignored folder is ignored as well; the second text belongs to the folder `a`. */
function isIgnoredWithParents(outer: string, inner: string, path: string): boolean {
  const names = path.split("/");
  return names.some((_, index) => {
    const own = addRules(noRules, outer, 0);
    const rules = names[0] === "a" && index > 0 ? addRules(own, inner, 1) : own;
    return rules.isIgnored(names.slice(0, index + 1), index < names.length - 1);
  });
}
