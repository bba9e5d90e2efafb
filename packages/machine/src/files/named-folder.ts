// macOS, Windows, and Linux without /proc: folders by path, because Node has no openat(2). A folder or file is proven by its
// identity before and after each step, which leaves a gap: a folder that is swapped for a link and back between two system
// calls is not noticed. macOS closes it for reading. For the others, whoever can do that could as well reach out by himself.
import { constants, type BigIntStats } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { fileError } from "./file-error.ts";
import { refuseUnlessRegular } from "./file-kind.ts";
import type { Folder, Folders } from "./folder.ts";

const { O_RDONLY } = constants;
/** Windows has neither; there, opening does not wait. */
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;
/** macOS refuses a path with any link in it when asked to, which closes the gap for reading. Node has no name for it. */
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
      if (!isSame(opened, inPlace)) throw fileError("file_denied", path, "was replaced while it was opened");
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
      throw fileError("file_denied", real, "was moved or replaced meanwhile");
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** What the system would have said. */
function notFolder(path: string): Error {
  return Object.assign(new Error(`ENOTDIR: not a directory, open '${path}'`), { code: "ENOTDIR", syscall: "open" });
}

function lstatOf(path: string): Promise<BigIntStats> {
  return lstat(path, { bigint: true });
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}
