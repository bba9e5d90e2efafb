// What a change of the folder looks like between two snapshots.
import type { Snapshots } from "../snapshots.ts";
import { writeTree, type Tree } from "./work-tree.ts";

/** What changes between now and after `tree` is written, as `kind path`. */
export async function changesBy(snapshots: Snapshots, folder: string, tree: Tree): Promise<string[]> {
  const before = await snapshots.take();
  writeTree(folder, tree);
  const after = await snapshots.take();
  const { files } = await snapshots.diff(before.id, after.id);
  return files.map(({ kind, path }) => `${kind} ${path}`);
}
