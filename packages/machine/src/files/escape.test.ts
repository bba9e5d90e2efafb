import { createTempFolder } from "@parley/test-support";
import { mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTree, writeTree } from "../snapshots/testing/work-tree.ts";
import { createFiles } from "./create-files.ts";
import { heldFolders } from "./held-folder.ts";
import { namedFolders } from "./named-folder.ts";

const ways = Object.entries({ ...(process.platform === "linux" ? { held: heldFolders } : {}), named: namedFolders });
const name = fc.constantFrom("a", "b", "in", "out", "up");
const step = fc.oneof({ weight: 5, arbitrary: name }, fc.constantFrom("..", ".", ""));
const path = fc.array(step, { minLength: 1, maxLength: 7 }).map((steps) => steps.join("/"));
/** Where a link leads: somewhere from its own folder, or from the folder that holds both sides. */
const target = fc.oneof(
  path,
  path.map((steps) => `/${steps}`),
);
const link = fc.record({ at: fc.array(name, { minLength: 1, maxLength: 3 }), target });

/** The folders `in` and `out`, with links in the first one, as far as there is room for them. */
function setScene(folder: string, links: readonly { at: readonly string[]; target: string }[]): void {
  for (const entry of readdirSync(folder)) rmSync(join(folder, entry), { recursive: true });
  for (const side of ["in", "out"]) writeTree(join(folder, side), { b: side, "a/b": side });
  for (const { at, target: leads } of links) {
    try {
      mkdirSync(dirname(join(folder, "in", ...at)), { recursive: true });
      symlinkSync(leads.startsWith("/") ? folder + leads : leads, join(folder, "in", ...at));
    } catch {
      continue; // The place is taken, or only reached through a link that leads nowhere.
    }
  }
}

/** All but what is inside. */
function readOutside(folder: string): unknown {
  return [readdirSync(folder), readTree(join(folder, "out"))];
}

describe.skipIf(process.platform === "win32").each(ways)("with %s folders", (_, folders) => {
  it("no path and no link leads out: nothing there is read, written, deleted or moved", async () => {
    await using temp = await createTempFolder();
    await fc.assert(
      fc.asyncProperty(fc.array(link, { maxLength: 6 }), path, path, async (links, one, other) => {
        setScene(temp.path, links);
        const before = readOutside(temp.path);
        const files = await createFiles({ roots: [temp.file("in")], folders });
        const [from, to] = [{ path: `${temp.path}/in/${one}` }, { path: `${temp.path}/${other}` }];
        const outcomes = await Promise.allSettled([files.readTextFile(from), files.readTextFile(to)]);
        const read = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value.content : []));
        expect(read.filter((content) => content !== "in")).toEqual([]);
        await Promise.allSettled([files.writeTextFile({ ...from, content: "in" })]);
        await Promise.allSettled([files.writeTextFile({ ...to, content: "in" })]);
        await Promise.allSettled([files.moveFile({ from, to, overwrite: true })]);
        await Promise.allSettled([files.deleteFile(from)]);
        await Promise.allSettled([files.deleteFile(to)]);
        expect(readOutside(temp.path)).toEqual(before);
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
