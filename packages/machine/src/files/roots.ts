// The folders that a session may touch: real paths, without links, as they were when the session began.
import { realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import { fileError, guardErrors } from "./file-error.ts";
import { parsePath } from "./path-syntax.ts";

export interface Roots {
  /** Whether a path without links is a root or below one. */
  contain(real: string): boolean;
  /** The same by its text alone, for a path that may contain links. */
  seemToContain(path: string): boolean;
  /** Whether it is a root itself, which must not be moved or deleted. */
  has(real: string): boolean;
}

export async function openRoots(paths: readonly string[]): Promise<Roots> {
  const reals = await Promise.all(paths.map(resolveRoot));
  return {
    seemToContain: (path) => [...reals, ...paths.map((given) => parsePath(given))].some((root) => isWithin(root, path)),
    contain: (real) => reals.some((root) => isWithin(root, real)),
    has: (real) => reals.includes(real),
  };
}

/** Both paths without links. */
export function isWithin(root: string, real: string): boolean {
  return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep);
}

function resolveRoot(path: string): Promise<string> {
  return guardErrors("open", path, async () => {
    const real = await realpath(parsePath(path));
    if (!(await stat(real)).isDirectory()) throw fileError("file_path_invalid", path, "is not a folder");
    return real;
  });
}
