import { createTempFolder } from "@parley/test-support";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startSwapper } from "../files/testing/swapper.ts";
import { createSnapshots } from "./create-snapshots.ts";
import { readTree, writeTree } from "./testing/work-tree.ts";

const ROUNDS_MAX = 300;
const TIME_MS_MAX = 4_000;

describe.runIf(process.platform === "linux")("while a folder is swapped for a link to the outside", () => {
  it("nothing outside gets into a snapshot", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { "outside/file": "outside!", "outside/deep/file": "outside!" });
    writeTree(temp.file("work"), { "folder/file": "inside", "folder/deep/file": "inside" });
    const snapshots = await createSnapshots({ folder: temp.file("work"), store: temp.file("store") });
    await using swapper = await startSwapper(temp.file("work", "folder"), temp.file("outside"));
    const deadline = Date.now() + TIME_MS_MAX;
    const counts = new Set<number>();
    for (let round = 0; round < ROUNDS_MAX && Date.now() < deadline; round += 1)
      counts.add((await snapshots.take()).files);
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
