// Finds the Markdown files of commands in a folder and its subfolders: `review.md` is /review, `team/ship.md` is /team:ship.
import { ParleyError, hasErrno } from "@parley/base";
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { messageOf } from "../text/sentences.ts";
import { COMMAND_DEPTH_MAX, COMMAND_ENTRIES_MAX, COMMAND_FILES_MAX } from "../limits.ts";

export interface CommandFile {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
}

export interface FoundFiles {
  /** Sorted by name. */
  readonly files: readonly CommandFile[];
  readonly problems: readonly ParleyError[];
}

const ENDING = ".md";

/** Never rejects: a missing folder has no files, and one that cannot be read is reported. */
export async function findCommandFiles(folder: string): Promise<FoundFiles> {
  const search = new Search();
  await search.walk(folder, []);
  const files = search.files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  if (search.isFull || files.length > COMMAND_FILES_MAX) {
    const why = `has more than ${COMMAND_FILES_MAX} commands or ${COMMAND_ENTRIES_MAX} files and folders; the rest are ignored`;
    search.problems.push(odd(folder, why, "Remove unused ones"));
  }
  return { files: files.slice(0, COMMAND_FILES_MAX), problems: search.problems };
}

class Search {
  readonly files: CommandFile[] = [];
  readonly problems: ParleyError[] = [];
  #entries = 0;

  get isFull(): boolean {
    return this.#entries > COMMAND_ENTRIES_MAX;
  }

  async walk(folder: string, parents: readonly string[]): Promise<void> {
    for (const entry of await this.#list(folder)) {
      this.#entries += 1;
      if (this.isFull) return;
      if (entry.name.startsWith(".")) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await this.#enter(path, [...parents, entry.name]);
      else if (extname(entry.name).toLowerCase() === ENDING) {
        this.files.push({ path, name: [...parents, entry.name.slice(0, -ENDING.length)].join(":") });
      }
    }
  }

  async #enter(path: string, parents: readonly string[]): Promise<void> {
    if (parents.length <= COMMAND_DEPTH_MAX) await this.walk(path, parents);
    else this.problems.push(odd(path, `is more than ${COMMAND_DEPTH_MAX} folders deep`, "Move its files up"));
  }

  async #list(folder: string): Promise<readonly Dirent[]> {
    try {
      const entries = await readdir(folder, { withFileTypes: true });
      return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    } catch (error) {
      if (hasErrno(error, "ENOENT", "ENOTDIR")) return [];
      const why = messageOf(error);
      this.problems.push(odd(folder, `could not be read: ${why}`, "Check its permissions", error));
      return [];
    }
  }
}

function odd(path: string, why: string, remedy: string, cause?: unknown): ParleyError {
  const message = `The command folder ${path} ${why}`;
  return new ParleyError({ code: "bad_config", message, remedy: { label: remedy }, cause });
}
