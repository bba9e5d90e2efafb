// What a sandbox shows of the system: its folders, its links, and without the files that only root may read.
import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { PRIVATE_ENTRIES_MAX } from "../limits.ts";
import { lookAtLink } from "./look.ts";
import type { Hidden, Link } from "./plan-sandbox.ts";

/** The fixed list: programs, libraries, settings. No /home, /root, /var, /srv, /mnt, /media, /sys, /boot. */
export const SYSTEM_FOLDERS = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/etc",
  "/opt",
  "/nix/store",
  "/gnu/store",
  "/run/current-system",
] as const;

/** Files and folders of /proc by which root can change the machine, or observe processes outside. */
const KERNEL_PLACES = [
  "/proc/sys",
  "/proc/fs",
  "/proc/acpi",
  "/proc/asound",
  "/proc/scsi",
  "/proc/pressure",
  "/proc/sysrq-trigger",
  "/proc/mtrr",
  "/proc/kcore",
  "/proc/keys",
  "/proc/key-users",
  "/proc/kallsyms",
  "/proc/kpagecount",
  "/proc/kpageflags",
  "/proc/kpagecgroup",
  "/proc/latency_stats",
  "/proc/sched_debug",
  "/proc/slabinfo",
  "/proc/timer_list",
  "/proc/vmallocinfo",
] as const;

export interface SystemFacts {
  readonly system: readonly string[];
  readonly links: readonly Link[];
  readonly private: readonly Hidden[];
  readonly kernel: readonly Hidden[];
}

let known: SystemFacts | undefined;

/** Once per process: programs come and go in these folders, the folders themselves stay. */
export function readSystem(): SystemFacts {
  known ??= { ...readTop(), private: isRoot() ? findPrivate("/etc") : [], kernel: KERNEL_PLACES.flatMap(toHidden) };
  return known;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function readTop(): Pick<SystemFacts, "system" | "links"> {
  const system: string[] = [];
  const links: Link[] = [];
  for (const path of SYSTEM_FOLDERS) {
    const stats = lookAtLink(path);
    if (stats?.isSymbolicLink() === true) links.push({ path, target: readlinkSync(path) });
    else if (stats?.isDirectory() === true) system.push(path);
  }
  return { system: [...system, ...findNameServers()], links };
}

/** Host names are resolved by a file that is often a link into a service's folder. */
function findNameServers(): string[] {
  try {
    const real = realpathSync("/etc/resolv.conf");
    return real.startsWith("/etc/") ? [] : [real];
  } catch {
    return []; // No resolver configuration.
  }
}

function toHidden(path: string): Hidden[] {
  const stats = lookAtLink(path);
  return stats === undefined ? [] : [{ path, isFolder: stats.isDirectory() }];
}

/** For root, the sandboxed process owns these files: those that other users may not read are hidden instead. */
function findPrivate(top: string): Hidden[] {
  const found: Hidden[] = [];
  const folders = [top];
  let count = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isFile() && !entry.isDirectory()) continue;
      count += 1;
      const path = join(folder, entry.name);
      const isFolder = entry.isDirectory();
      if (count > PRIVATE_ENTRIES_MAX || !isForAll(path, isFolder)) found.push({ path, isFolder });
      else if (isFolder) folders.push(path);
    }
  }
  return found;
}

const READ_BY_OTHERS = 0o004;
const ENTER_BY_OTHERS = 0o005;

function isForAll(path: string, isFolder: boolean): boolean {
  const mode = lookAtLink(path)?.mode ?? 0;
  const needed = isFolder ? ENTER_BY_OTHERS : READ_BY_OTHERS;
  return (mode & needed) === needed;
}
