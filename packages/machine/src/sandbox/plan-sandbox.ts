// What bubblewrap is told, from facts about the machine. Pure: the facts are gathered elsewhere, and nothing here looks at a disk.
import { dirname } from "node:path";

/** A place outside the sandbox, shown at the same path inside. */
export interface Hidden {
  readonly path: string;
  readonly isFolder: boolean;
}

export interface Link {
  readonly path: string;
  readonly target: string;
}

export interface SandboxFacts {
  /** Whether the network of the machine is there. */
  readonly hasNetwork: boolean;
  /** Its own terminal: it stays in its session, so that keys and signals reach it. Nobody else's terminal can be written to from it. */
  readonly isPty: boolean;
  /** Where the command starts; in one of the roots. */
  readonly cwd: string;
  /** An empty folder takes its place; undefined where the user has none. */
  readonly home: string | undefined;
  /** Folders of the system, read-only. */
  readonly system: readonly string[];
  /** Links at the top of the disk: `/bin` → `usr/bin`. */
  readonly links: readonly Link[];
  /** What the system keeps for root, where the user is root. */
  readonly private: readonly Hidden[];
  /** Parts of /proc that would let root reach past the sandbox, as far as they exist. */
  readonly kernel: readonly Hidden[];
  /** Programs that the command needs, and what else was asked to be seen. Read-only. */
  readonly readable: readonly string[];
  /** The agent's own configuration. */
  readonly writable: readonly string[];
  /** The session's folders, without links. */
  readonly roots: readonly string[];
  /** Inside the roots: seen, not changed. */
  readonly readOnly: readonly string[];
  /** Inside the roots: neither. */
  readonly hidden: readonly Hidden[];
  /** Installed programs that live in a hidden place, shown again. Read-only. */
  readonly programs: readonly string[];
}

/** The arguments of bubblewrap up to the command itself. Later mounts lie on top of earlier ones, so the order is the rule. */
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
    // A folder that something is mounted on cannot be renamed: what is hidden in it would come back under another name.
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

/** No capability, no further namespace, nothing that outlives the sandbox or sees the processes outside. */
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
 * Without a capability root is still the owner of the files in /proc/sys, by which it could have the kernel run a program outside. Bubblewrap
 * covers a few of them, not this one.
 */
function planKernel({ kernel }: SandboxFacts): string[] {
  const covers = kernel.flatMap(({ path, isFolder }) =>
    isFolder ? ["--ro-bind", path, path] : hide({ path, isFolder }),
  );
  return ["--proc", "/proc", ...covers, "--dev", "/dev"];
}

/** Not even to be listed; a device that may not be opened stands for a file. */
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

/** What is inside another comes after it. */
function byDepth(paths: readonly string[]): string[] {
  return [...new Set(paths)].toSorted((a, b) => a.length - b.length);
}
