// The user's folder as a restore sees it: its current state, and how to change it. Links are never followed.
import { hasErrno } from "@parley/base";
import { lstat, readdir, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { guardErrors } from "../files/file-error.ts";
import type { Folder, Folders } from "../files/folder.ts";
import { openBelow } from "../files/open-folder.ts";
import { replaceFile, replaceWithLink } from "../files/replace-file.ts";
import type { FileState } from "./entry.ts";
import { hashBytes } from "./pack.ts";
import { readFound } from "./read-found.ts";

export interface Present extends FileState {
  readonly bytes: Buffer;
}

export class WorkFolder {
  readonly #folders: Folders;
  readonly #real: string;
  readonly #fileBytesMax: number;

  constructor(folders: Folders, real: string, fileBytesMax: number) {
    this.#folders = folders;
    this.#real = real;
    this.#fileBytesMax = fileBytesMax;
  }

  /** `undefined`: it does not exist. `other`: it exists, but is neither a file nor a link that could be in a snapshot. */
  async read(path: string): Promise<Present | "other" | undefined> {
    return guardErrors("read", join(this.#real, path), () => this.#read(path));
  }

  async #read(path: string): Promise<Present | "other" | undefined> {
    const { parents, name } = splitPath(path);
    try {
      await using folder = await openBelow(this.#folders, this.#real, parents);
      const stats = await lstat(folder.at(name));
      const reading = await readFound({ folder, name, path, stats }, this.#fileBytesMax);
      if (typeof reading === "string") return "other";
      const { bytes } = reading;
      const type = reading.stats.isSymbolicLink() ? "link" : "file";
      return { type, mode: reading.stats.mode, blob: { hash: hashBytes(bytes) }, bytes };
    } catch (error) {
      if (hasErrno(error, "ENOENT", "ENOTDIR")) return undefined;
      throw error;
    }
  }

  /** Removes a folder that only contains empty folders: snapshots do not contain any, and a file may have to go there. */
  async removeHollow(path: string): Promise<boolean> {
    const { parents, name } = splitPath(path);
    return guardErrors("remove", join(this.#real, path), async () => {
      await using folder = await openBelow(this.#folders, this.#real, parents);
      return await this.#removeHollow(folder, name);
    });
  }

  async #removeHollow(parent: Folder, name: string): Promise<boolean> {
    if (await removeIfEmpty(parent, name)) return true;
    if (!(await lstat(parent.at(name))).isDirectory()) return false;
    await using folder = await this.#folders.openIn(parent, name);
    const entries = await readdir(folder.at("."), { withFileTypes: true });
    if (!entries.every((entry) => entry.isDirectory())) return false;
    for (const entry of entries) if (!(await this.#removeHollow(folder, entry.name))) return false;
    return await removeIfEmpty(parent, name);
  }

  /** Not synced to the disk: the snapshot is, and can be restored again. */
  async write(path: string, { type, mode }: Pick<FileState, "type" | "mode">, bytes: Buffer): Promise<void> {
    const { parents, name } = splitPath(path);
    await guardErrors("restore", join(this.#real, path), async () => {
      await using folder = await openBelow(this.#folders, this.#real, parents, true);
      if (type === "link") await replaceWithLink(folder, name, bytes);
      else await replaceFile(folder, name, { bytes, mode, durable: false });
    });
  }

  /** The file or link, and the folders that are empty without it. */
  async remove(path: string): Promise<void> {
    const { parents, name } = splitPath(path);
    await guardErrors("remove", join(this.#real, path), async () => {
      await using folder = await openBelow(this.#folders, this.#real, parents);
      await folder.verify();
      await unlink(folder.at(name));
    });
    for (let above = parents; above.length > 0; above = above.slice(0, -1)) {
      await using folder = await openBelow(this.#folders, this.#real, above.slice(0, -1));
      if (!(await removeIfEmpty(folder, above.at(-1) ?? ""))) return;
    }
  }
}

async function removeIfEmpty(folder: Folder, name: string): Promise<boolean> {
  try {
    await folder.verify();
    await rmdir(folder.at(name));
    return true;
  } catch (error) {
    if (hasErrno(error, "ENOTEMPTY", "EEXIST", "ENOTDIR", "ENOENT", "EACCES", "EPERM", "EBUSY")) return false;
    throw error;
  }
}

function splitPath(path: string): { parents: string[]; name: string } {
  const parents = path.split("/");
  return { name: parents.pop() ?? "", parents };
}
