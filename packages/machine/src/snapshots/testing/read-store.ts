// What a store of snapshots has on the disk.
import type { TempFolder } from "@parley/test-support";
import { readdirSync, statSync } from "node:fs";

/** The files of the one store in a folder, with their sizes. */
export function readStore(temp: TempFolder): { snapshots: string[]; packs: string[]; bytes: number } {
  const [own = ""] = readdirSync(temp.file("store"));
  const list = (name: string): string[] =>
    readdirSync(temp.file("store", own, "v1", name)).map((file) => temp.file("store", own, "v1", name, file));
  const [snapshots, packs] = [list("snapshots"), list("packs")];
  return { snapshots, packs, bytes: [...snapshots, ...packs].reduce((sum, path) => sum + statSync(path).size, 0) };
}
