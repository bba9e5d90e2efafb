// Programs in the session's folders that a bare name would run, because PATH has an entry there or a relative one.
import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { errnoOf } from "@parley/base";
import { isWithin } from "../files/roots.ts";
import type { Disk } from "./disk.ts";

export class ProgramPath {
  /** Entries of PATH that an agent may put programs into; relative ones start at the command's folder. */
  readonly #open: readonly string[];

  constructor(path: string | undefined, roots: readonly string[]) {
    this.#open = path === undefined ? [] : path.split(delimiter).filter((entry) => isOpen(entry, roots));
  }

  /** `folder`: where the command runs, if that is known. */
  async hasPlanted(name: string, folder: string | undefined, disk: Disk): Promise<boolean> {
    for (const entry of this.#open) {
      if (folder === undefined && !isAbsolute(entry)) return true;
      if ((await disk.lstat(join(resolve(folder ?? "/", entry), name))) !== undefined) return true;
    }
    return false;
  }
}

/** The entries of PATH that only the user writes to. */
export function withoutOpenEntries(path: string, roots: readonly string[]): string {
  const entries = path.split(delimiter).filter((entry) => !isOpen(entry, roots));
  return entries.join(delimiter);
}

function isOpen(entry: string, roots: readonly string[]): boolean {
  if (!isAbsolute(entry)) return true;
  return roots.some((root) => isWithin(root, entry) || isWithin(root, toReal(entry)));
}

function toReal(entry: string): string {
  try {
    return realpathSync.native(entry);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return entry;
  }
}
