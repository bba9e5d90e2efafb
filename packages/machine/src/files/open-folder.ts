// Chooses how folders are held on this system, and opens folders below another one, creating missing ones.
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { hasErrno } from "@parley/base";
import type { Folder, Folders } from "./folder.ts";
import { heldFolders } from "./held-folder.ts";
import { namedFolders } from "./named-folder.ts";

export const defaultFolders: Folders =
  process.platform === "linux" && existsSync("/proc/self/fd") ? heldFolders : namedFolders;

/** Opens a folder below an existing one; with `create`, missing folders on the way are created one by one. */
export async function openBelow(
  folders: Folders,
  real: string,
  names: readonly string[],
  create = false,
): Promise<Folder> {
  let folder = await folders.open(real);
  for (const name of names) {
    await using parent = folder;
    if (create) await makeFolder(parent, name);
    folder = await folders.openIn(parent, name);
  }
  return folder;
}

async function makeFolder(parent: Folder, name: string): Promise<void> {
  await parent.verify();
  try {
    await mkdir(parent.at(name));
  } catch (error) {
    if (!hasErrno(error, "EEXIST")) throw error;
  }
}
