// Several users of one folder in one process, and snapshots that are in use.
import { createTempFolder } from "@parley/test-support";
import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { heldFolders } from "../files/held-folder.ts";
import { namedFolders } from "../files/named-folder.ts";
import { createSnapshots } from "./create-snapshots.ts";
import { writeTree } from "./testing/work-tree.ts";

const folders = process.platform === "linux" ? heldFolders : namedFolders;

describe("users of one folder", () => {
  it("share what they use", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { "work/a": "1" });
    const options = { folder: temp.file("work"), store: temp.file("store") };
    expect(await createSnapshots(options)).toBe(await createSnapshots(options));
  });

  it("share walks, each of which begins after they asked", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { "work/a": "1" });
    let walks = 0;
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const open: typeof folders.open = (real) => {
      walks += 1;
      begin();
      return folders.open(real);
    };
    const counting = { ...folders, open };
    const options = { folder: temp.file("work"), store: temp.file("store"), folders: counting };
    const snapshots = await createSnapshots(options);
    const first = snapshots.take();
    await begun;
    const others = Array.from({ length: 100 }, () => snapshots.take());
    const [before, ...after] = await Promise.all([first, ...others]);
    expect(walks).toBe(2);
    expect(new Set(after.map(({ id }) => id))).toEqual(new Set([before.id]));
    writeTree(temp.path, { "work/a": "2" });
    const [changed] = await Promise.all([snapshots.take(), snapshots.take()]);
    expect((await snapshots.diff(before.id, changed.id)).files).toHaveLength(1);
  });

  it("leave when they like, without the others", async () => {
    await using temp = await createTempFolder();
    writeTree(temp.path, { "work/a": "1" });
    const snapshots = await createSnapshots({ folder: temp.file("work"), store: temp.file("store") });
    const running = snapshots.take();
    const leaving = new AbortController();
    const [one, other] = [snapshots.take({ signal: leaving.signal, hold: true }), snapshots.take()];
    leaving.abort();
    await expect(one).rejects.toMatchObject({ name: "AbortError" });
    expect((await other).id).toBe((await running).id);
  });
});

describe("the snapshot before a turn", () => {
  it("stays while the turn runs, however many follow, also for another process", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    mkdirSync(folder);
    const options = { folder, store: temp.file("store") };
    const ours = await createSnapshots({ ...options, limits: { snapshotsMax: 2 } });
    // Other limits: as another process would have it, with nothing in common but the store.
    const theirs = await createSnapshots({ ...options, limits: { snapshotsMax: 3 } });
    writeTree(folder, { a: "start" });
    const before = await ours.take({ hold: true });
    for (let round = 0; round < 6; round += 1) {
      writeTree(folder, { a: `ours ${round}` });
      await ours.take();
      writeTree(folder, { a: `theirs ${round}` });
      await theirs.take();
    }
    const after = await ours.take();
    expect((await ours.diff(before.id, after.id)).files).toMatchObject([{ path: "a", kind: "changed" }]);
    ours.release(before.id);
    for (let round = 0; round < 3; round += 1) {
      writeTree(folder, { a: `later ${round}` });
      await ours.take();
    }
    await expect(ours.diff(before.id, after.id)).rejects.toMatchObject({ code: "snapshot_not_found" });
  });
});
