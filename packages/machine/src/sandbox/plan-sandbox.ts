// The arguments of bubblewrap, from facts about the machine. Pure: the facts are gathered elsewhere, and the disk is not accessed here.
import { dirname } from "node:path";

/** A path that is covered inside the sandbox. */
export interface Hidden {
  readonly path: string;
  readonly isFolder: boolean;
}

export interface Link {
  readonly path: string;
  readonly target: string;
}

export interface SandboxFacts {
  /** Whether the machine's network is available. */
  readonly hasNetwork: boolean;
  /** On its own pseudo-terminal: it stays in its session, so that keys and signals reach it. It cannot write to another terminal. */
  readonly isPty: boolean;
  /** Where the command starts; in one of the roots. */
  readonly cwd: string;
  /** Replaced by an empty folder; undefined if the user has none. */
  readonly home: string | undefined;
  /** System folders, read-only. */
  readonly system: readonly string[];
  /** Links at the top of the file system: `/bin` → `usr/bin`. */
  readonly links: readonly Link[];
  /** System files that only root may read, if the user is root. */
  readonly private: readonly Hidden[];
  /** Parts of /proc by which root could get out of the sandbox, if they exist. */
  readonly kernel: readonly Hidden[];
  /** Programs that the command needs, and other requested places. Read-only. */
  readonly readable: readonly string[];
  /** The agent's own configuration. */
  readonly writable: readonly string[];
  /** The session's folders, without links. */
  readonly roots: readonly string[];
  /** Inside the roots: readable, not writable. */
  readonly readOnly: readonly string[];
  /** Inside the roots: neither. */
  readonly hidden: readonly Hidden[];
  /** Installed programs inside a hidden place, made visible again. Read-only. */
  readonly programs: readonly string[];
}

/** The arguments of bubblewrap before the command itself. Later mounts cover earlier ones, so the order matters. */
export function planSandbox(facts: SandboxFacts): string[] {
  const { home, roots } = facts;
  const guarded = [...facts.readOnly, ...facts.hidden.map(({ path }) => path)];
  return [
    ...planNamespaces(facts),
    ...facts.system.flatMap((path) => ["--ro-bind", path, path]),
    ...facts.private.flatMap(hide),
    ...planKernel(facts),
    ...EMPTY_FOLDERS.flatMap((path) => ["--perms", "1777", "--tmpfs", path]),
    ...(home === undefined ? [] : ["--perms", "0700", "--tmpfs", home]),
    ...facts.links.flatMap(({ path, target }) => ["--symlink", target, path]),
    ...byDepth(facts.readable).flatMap((path) => ["--ro-bind", path, path]),
    ...byDepth(facts.writable).flatMap((path) => ["--bind", path, path]),
    ...byDepth(roots).flatMap((path) => ["--bind", path, path]),
    // A mount point cannot be renamed: otherwise hidden files would reappear under another name.
    ...byDepth(foldersAbove(guarded, roots)).flatMap((path) => ["--bind", path, path]),
    ...byDepth(facts.readOnly).flatMap((path) => ["--ro-bind", path, path]),
    ...facts.hidden.flatMap(hide),
    ...byDepth(facts.programs).flatMap((path) => ["--ro-bind", path, path]),
    ...facts.hidden.flatMap(({ path, isFolder }) => (isFolder ? ["--remount-ro", path] : [])),
    "--remount-ro",
    "/",
    "--chdir",
    facts.cwd,
  ];
}

/** Private, and empty at first. */
export const EMPTY_FOLDERS = ["/tmp", "/var/tmp", "/run"] as const;

/** No capability, no further namespace, nothing that outlives the sandbox or sees processes outside. */
const ALWAYS = [
  "--unshare-user",
  "--disable-userns",
  "--cap-drop",
  "ALL",
  "--unshare-pid",
  "--unshare-ipc",
  "--unshare-uts",
  "--unshare-cgroup-try",
  "--die-with-parent",
] as const;

function planNamespaces({ hasNetwork, isPty }: SandboxFacts): string[] {
  return [...ALWAYS, ...(hasNetwork ? [] : ["--unshare-net"]), ...(isPty ? [] : ["--new-session"])];
}

/**
 * Without any capability, root still owns the files in /proc/sys, through which it could make the kernel run a program outside.
 * Bubblewrap covers a few of these files, but not all.
 */
function planKernel({ kernel }: SandboxFacts): string[] {
  const covers = kernel.flatMap(({ path, isFolder }) =>
    isFolder ? ["--ro-bind", path, path] : hide({ path, isFolder }),
  );
  return ["--proc", "/proc", ...covers, "--dev", "/dev"];
}

/** A folder that cannot even be listed; for a file, a device that cannot be opened. */
function hide({ path, isFolder }: Hidden): string[] {
  return isFolder ? ["--perms", "0000", "--tmpfs", path] : ["--ro-bind", "/dev/null", path];
}

/** Every folder between a root and what is guarded in it. */
function foldersAbove(paths: readonly string[], roots: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); isBelowAny(folder, roots) && !found.has(folder); folder = dirname(folder)) {
      found.add(folder);
    }
  }
  return [...found];
}

function isBelowAny(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path.startsWith(`${root}/`));
}

/** Inner paths come after outer ones. */
function byDepth(paths: readonly string[]): string[] {
  return [...new Set(paths)].toSorted((a, b) => a.length - b.length);
}
