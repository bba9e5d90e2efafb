// Where a watch is reliable: on Linux, on local file systems. Elsewhere changes may go unreported.
import { readFileSync, statfsSync } from "node:fs";
import type { Folders } from "../../files/folder.ts";
import { heldFolders } from "../../files/held-folder.ts";
import { WATCHED_DIRECTORIES_MAX } from "../../limits.ts";
import { readNumber } from "./event-meter.ts";

const LOCAL_SYSTEMS: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x5846_5342, // xfs
  0x9123_683e, // btrfs
  0xf2f5_2010, // f2fs
  0x2fc1_2fc1, // zfs
  0xca45_1a4e, // bcachefs
  0x0102_1994, // tmpfs
  0x8584_58f6, // ramfs
  0x794c_7630, // overlayfs
]);

export function isWatchable(folder: string, folders: Folders): boolean {
  if (folders !== heldFolders) return false;
  try {
    return LOCAL_SYSTEMS.has(statfsSync(folder).type);
  } catch {
    return false; // It is gone, which the walk will show.
  }
}

/** What is mounted where. A mount over a folder changes its content, and no watch reports that. */
export function readMounts(): string {
  try {
    return readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return "";
  }
}

let directoriesMax: number | undefined;

/** How many directories this process may watch: the user's editor needs some as well. */
export function watchedDirectoriesMax(): number {
  const granted = readNumber("/proc/sys/fs/inotify/max_user_watches");
  return (directoriesMax ??= Math.min(WATCHED_DIRECTORIES_MAX, Math.floor(granted / 4)));
}
