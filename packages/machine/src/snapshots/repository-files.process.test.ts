import { createTempFolder } from "@parley/test-support";
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { heldFolders } from "../files/held-folder.ts";
import { namedFolders } from "../files/named-folder.ts";
import { createSnapshots } from "./create-snapshots.ts";
import { git, writeTree } from "./testing/work-tree.ts";
import { changesBy } from "./testing/changes-by.ts";

const ways = Object.entries({ ...(process.platform === "linux" ? { held: heldFolders } : {}), named: namedFolders });

describe.each(ways)("repositories in a snapshot, folders %s", (_, folders) => {
  it("has hooks, configurations and attributes of repositories, also where a watch vouches for the rest", async () => {
    await using temp = await createTempFolder();
    const [folder, module] = [temp.file("work"), temp.file("module")];
    writeTree(module, { code: "1" });
    git(module, "init", "-q");
    git(module, "add", "-A");
    git(module, "commit", "-qm", "one");
    writeTree(folder, { a: "1" });
    git(folder, "init", "-q");
    git(folder, "submodule", "--quiet", "add", module, "deep/sub");
    const snapshots = await createSnapshots({ folder, store: temp.file("store"), folders });
    const run = "[core]\n\tfsmonitor = ./evil\n";
    for (const [path, text] of [
      [".git/hooks/pre-commit", "#!/bin/sh\n"],
      [".git/config", run],
      [".git/config.worktree", run],
      [".git/info/attributes", "* filter=evil\n"],
      [".git/info/exclude", "hidden\n"],
      [".git/modules/deep/sub/config", run],
      [".git/modules/deep/sub/hooks/post-checkout", "#!/bin/sh\n"],
      ["deep/sub/.git", "gitdir: /elsewhere\n"],
    ] as const) {
      const changed = await changesBy(snapshots, folder, { [path]: text });
      expect(changed.map((line) => line.replace(/^\w+ /, ""))).toEqual([path]);
    }
    // What git does all day is nobody's business.
    expect(
      await changesBy(snapshots, folder, { ".git/index.lock": "", ".git/HEAD": "ref: x\n", ".git/FETCH_HEAD": "" }),
    ).toEqual([]);
    expect(await changesBy(snapshots, folder, { ".git/hooks/update.sample": "x" })).toEqual([]);
  });

  it.skipIf(process.platform === "win32")("takes hooks that are replaced by a link, and back again", async () => {
    await using temp = await createTempFolder();
    const folder = temp.file("work");
    writeTree(folder, {
      a: "1",
      ".git/HEAD": "ref: refs/heads/main\n",
      ".git/hooks/pre-commit": "#!/bin/sh\n",
      ".git/config": "[core]\n",
    });
    const snapshots = await createSnapshots({ folder, store: temp.file("store"), folders });
    const before = await snapshots.take();
    rmSync(join(folder, ".git/hooks"), { recursive: true });
    symlinkSync("/tmp", join(folder, ".git/hooks"));
    writeTree(folder, { ".git/config": "[core]\n\thooksPath = /tmp\n" });
    const after = await snapshots.take();
    const { files } = await snapshots.diff(before.id, after.id);
    expect(files.map(({ path }) => path).toSorted()).toEqual([".git/config", ".git/hooks", ".git/hooks/pre-commit"]);
    const { restored } = await snapshots.restore(before.id, { from: after.id });
    expect(restored.toSorted()).toEqual([".git/config", ".git/hooks", ".git/hooks/pre-commit"]);
    expect(readFileSync(join(folder, ".git/hooks/pre-commit"), "utf8")).toBe("#!/bin/sh\n");
    expect(readFileSync(join(folder, ".git/config"), "utf8")).toBe("[core]\n");
  });
});
