// Files in a repository's own folder that make git run a program, or use another folder: its hooks, configuration and
// attributes, including those of submodules and worktrees. They are the only files of `.git` in snapshots: an unapproved change
// of one runs a program at the next `git status`.
import { lstatSync, readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "@parley/base";
import { REPOSITORY_DEPTH_MAX, REPOSITORY_FILES_MAX } from "../limits.ts";

const OWN_FILES = [
  "config",
  "config.worktree",
  "info/attributes",
  "info/exclude",
  "info/sparse-checkout",
  "commondir",
  "gitdir",
];
/** Files that git creates itself and never runs. */
const SAMPLE = /\.sample$/;

export interface RepositoryFiles {
  /** Relative to the folder, with slashes. */
  readonly paths: readonly string[];
  /** Unchanged as long as none of them is written, replaced, added or removed. */
  readonly stamp: string;
}

/** `places`: where there is a `.git`, relative to the folder. Links are not followed. */
export function listRepositoryFiles(folder: string, places: Iterable<string>): RepositoryFiles {
  const lister = new Lister(folder);
  for (const place of places) lister.add(place);
  return { paths: lister.paths, stamp: lister.stamp };
}

class Lister {
  readonly paths: string[] = [];
  readonly #folder: string;
  stamp = "";

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(place: string): void {
    const kind = this.#kindOf(place);
    // A file that names the repository, as submodules and worktrees have it; a link is one that leads elsewhere.
    if (kind === "file") return this.#take(place);
    if (kind === "folder") this.#addRepository(place, 0);
  }

  #addRepository(place: string, depth: number): void {
    for (const name of OWN_FILES) if (this.#kindOf(`${place}/${name}`) === "file") this.#take(`${place}/${name}`);
    this.#addHooks(`${place}/hooks`);
    if (depth >= REPOSITORY_DEPTH_MAX) return;
    for (const group of ["modules", "worktrees"]) this.#addInner(`${place}/${group}`, depth);
  }

  /** A submodule may be called `a/b`. */
  #addInner(place: string, depth: number): void {
    for (const entry of this.#list(place)) {
      if (entry.isDirectory()) this.#addRepository(`${place}/${entry.name}`, depth + 1);
      if (
        entry.isDirectory() &&
        depth < REPOSITORY_DEPTH_MAX &&
        this.#kindOf(`${place}/${entry.name}/HEAD`) === undefined
      )
        this.#addInner(`${place}/${entry.name}`, depth + 1);
    }
  }

  #addHooks(place: string): void {
    if (this.#kindOf(place) === "file") return this.#take(place);
    for (const entry of this.#list(place)) {
      if (!entry.isDirectory() && !SAMPLE.test(entry.name)) this.#take(`${place}/${entry.name}`);
    }
  }

  #take(path: string): void {
    if (this.paths.length >= REPOSITORY_FILES_MAX) return;
    try {
      const { ino, size, mode, ctimeMs, mtimeMs } = lstatSync(join(this.#folder, path));
      this.paths.push(path);
      this.stamp += `${path}\0${ino}\0${size}\0${mode}\0${ctimeMs}\0${mtimeMs}\n`;
    } catch (error) {
      if (errnoOf(error) === undefined) throw error; // Else it is gone by now.
    }
  }

  /** A link counts as a file: its target is stored. */
  #kindOf(path: string): "file" | "folder" | undefined {
    const stats = lstatSync(join(this.#folder, path), { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    return stats.isDirectory() ? "folder" : "file";
  }

  #list(path: string): readonly Dirent[] {
    // Not through a link: that would be another repository.
    if (this.#kindOf(path) !== "folder" || this.paths.length >= REPOSITORY_FILES_MAX) return [];
    try {
      const entries = readdirSync(join(this.#folder, path), { withFileTypes: true });
      return entries.slice(0, REPOSITORY_FILES_MAX).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      return [];
    }
  }
}
