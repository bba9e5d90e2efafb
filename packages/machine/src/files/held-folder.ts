// Linux: folders by handle. An entry is opened as /proc/self/fd/N/name, the equivalent of openat(2) elsewhere: no path that
// could be swapped is walked again. The kernel's path of the handle proves that the folder is still in its place.
import { closeSync, constants, openSync } from "node:fs";
import { open, readlink, statfs } from "node:fs/promises";
import { join } from "node:path";
import { fileError } from "./file-error.ts";
import { refuseUnlessRegular } from "./file-kind.ts";
import type { Folder, Folders, OpenFile } from "./folder.ts";

const { O_DIRECTORY, O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
/** A handle to the location alone: nothing is read, no device is activated, no pipe blocks. Node has no constant for it. */
const O_PATH = 0x20_0000;

/** File systems whose files are kernel interfaces; some of them block, some never end. */
const PSEUDO_SYSTEMS: ReadonlySet<number> = new Set([
  0x9fa0, // proc
  0x6265_6572, // sysfs
  0x6462_6720, // debugfs
  0x7472_6163, // tracefs
  0x7363_6673, // securityfs
  0x6265_6570, // configfs
  0x27_e0eb, // cgroup
  0x6367_7270, // cgroup2
  0xf97c_ff8c, // selinuxfs
  0xcafe_4a11, // bpf
]);

export const heldFolders: Folders = {
  async open(real) {
    const handle = await open(real, O_PATH | O_DIRECTORY | O_NOFOLLOW);
    const folder = hold(handle.fd, real, () => handle.close());
    try {
      await folder.verify();
      return folder;
    } catch (error) {
      await folder[Symbol.asyncDispose]();
      throw error;
    }
  },

  // A single name in an open folder: a synchronous call is ten times faster than another thread, and scans make thousands.
  async openIn(folder, name) {
    const fd = openSync(folder.at(name), O_PATH | O_DIRECTORY | O_NOFOLLOW);
    return hold(fd, join(folder.real, name), async () => closeSync(fd));
  },

  async openFile(folder, name): Promise<OpenFile> {
    await using place = await open(folder.at(name), O_PATH | O_NOFOLLOW);
    const [here, path] = [pathOf(place.fd), join(folder.real, name)];
    const stats = await place.stat();
    refuseUnlessRegular(stats, path);
    // Kernel files have no size, so other files need no check.
    if (stats.blocks === 0 && PSEUDO_SYSTEMS.has((await statfs(here)).type)) {
      throw fileError("file_is_special", path, "belongs to the kernel and is not a file on a disk");
    }
    return { handle: await open(here, O_RDONLY | O_NONBLOCK | O_NOCTTY), stats };
  },
};

function hold(fd: number, real: string, close: () => Promise<void>): Folder {
  const path = pathOf(fd);
  return {
    real,
    at: (name) => `${path}/${name}`,
    async verify() {
      // As bytes: names that are not UTF-8 must not look like other names.
      const now = await readlink(path, "buffer");
      if (!now.equals(Buffer.from(real))) throw fileError("file_denied", real, "was moved or replaced in the meantime");
    },
    [Symbol.asyncDispose]: close,
  };
}

function pathOf(fd: number): string {
  return `/proc/self/fd/${fd}`;
}
