// macOS, Windows, and Linux without /proc: folders by path, because Node has no openat(2). The identity of a folder or file is
// checked before and after each step. This leaves a gap: a folder that is swapped for a link and back between two system
// calls goes unnoticed. macOS closes the gap for reading. A program that can do this could access those files itself.
import { constants, type BigIntStats } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { fileError } from "./file-error.ts";
import { refuseUnlessRegular } from "./file-kind.ts";
import type { Folder, Folders } from "./folder.ts";

const { O_RDONLY } = constants;
/** Windows has neither; opening does not block there. */
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;
/** macOS can refuse a path that contains any link, which closes the gap for reading. Node has no constant for it. */
const O_NOFOLLOW_ANY = process.platform === "darwin" ? 0x2000_0000 : 0;

export const namedFolders: Folders = {
  async open(real) {
    const stats = await lstat(real, { bigint: true });
    if (!stats.isDirectory()) throw notFolder(real);
    const folder = name(real, stats);
    await folder.verify();
    return folder;
  },

  async openIn(folder, entry) {
    await folder.verify();
    return namedFolders.open(folder.at(entry));
  },

  async openFile(folder, entry) {
    const path = folder.at(entry);
    refuseUnlessRegular(await lstat(path), path);
    const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOFOLLOW_ANY);
    try {
      const [opened, stats, inPlace] = [await handle.stat({ bigint: true }), await handle.stat(), await lstatOf(path)];
      refuseUnlessRegular(stats, path);
      if (!isSame(opened, inPlace)) throw fileError("file_denied", path, "was replaced while it was being opened");
      await folder.verify();
      return { handle, stats };
    } catch (error) {
      await handle.close();
      throw error;
    }
  },
};

function name(real: string, stats: BigIntStats): Folder {
  return {
    real,
    at: (entry) => join(real, entry),
    async verify() {
      if ((await realpath(real)) === real && isSame(stats, await lstatOf(real))) return;
      throw fileError("file_denied", real, "was moved or replaced in the meantime");
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** The error that the system would have reported. */
function notFolder(path: string): Error {
  return Object.assign(new Error(`ENOTDIR: not a directory, open '${path}'`), { code: "ENOTDIR", syscall: "open" });
}

function lstatOf(path: string): Promise<BigIntStats> {
  return lstat(path, { bigint: true });
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}
