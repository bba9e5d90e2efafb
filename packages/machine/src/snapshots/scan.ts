// Walks a folder through held handles, within limits and without ignored paths, and passes every file and link to a visitor.
import type { Dirent, Stats } from "node:fs";
import type { Folder } from "../files/folder.ts";
import { openBelow } from "../files/open-folder.ts";
import { readFolderRules, type RulesContext } from "./folder-rules.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import { inParallel, errnoOf, hasErrno } from "@parley/base";
import { READS_AT_ONCE, REPOSITORIES_MAX, type SnapshotLimits } from "../limits.ts";
import { listFolder } from "./list-folder.ts";
import { lstatAll } from "./lstat-all.ts";
import { Pace } from "./pace.ts";
import { isCovered, type Skipped, type SkipReason } from "./skipped.ts";

export interface Found {
  readonly folder: Folder;
  readonly name: string;
  /** Relative to the scanned folder, with slashes. */
  readonly path: string;
  readonly stats: Stats;
}

export interface Visitor {
  /** In a fixed order. `known`: unchanged, nothing has to be read. */
  meet(found: Found): "known" | "unknown" | SkipReason;
  read(found: Found): Promise<SkipReason | undefined>;
}

interface ScanOptions extends RulesContext {
  readonly limits: SnapshotLimits;
  /** The ignore rules of the scanned folder. */
  readonly rules: IgnoreRules;
  /** A path that is not the user's: our own store. */
  readonly foreignPath: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Called for every directory before it is listed. */
  readonly watch?: ScanWatch | undefined;
}

export interface ScanWatch {
  enter(path: string, folder: Folder): void;
  /** The ignore rules of a directory that was entered. */
  setRules(path: string, rules: IgnoreRules): void;
  /** Changes of it may go unreported. */
  distrust(path: string): void;
  /** A file that can be changed through another hard link, wherever that is. */
  seeOtherNames(path: string): void;
  /** Undefined for a directory that is not watched. */
  rulesOf(path: string): IgnoreRules | undefined;
  /** The directory, and everything below it. */
  forget(path: string): void;
}

/** What an earlier scan found, to continue from. */
type EarlierScan = Pick<Scan, "skipped" | "ignored" | "entriesLeft" | "repositories">;

export interface Scan {
  readonly skipped: readonly Skipped[];
  /** What the rules excluded; for a folder only the folder. */
  readonly ignored: readonly string[];
  /** How many more entries it would have scanned. */
  readonly entriesLeft: number;
  /** Where there is a `.git`. */
  readonly repositories: ReadonlySet<string>;
  /** Includes one file or link, ignored or not. */
  visit(path: string): Promise<void>;
}

/** Internal files of version control systems are not part of snapshots, except for a few files of git: repository-files.ts. */
const VERSION_CONTROL: ReadonlySet<string> = new Set([".git", ".hg", ".jj", ".svn"]);

/** Reasons that may not apply the next time although nothing was changed. */
const PASSING: ReadonlySet<SkipReason> = new Set(["changing", "unreadable"]);

export function isVersionControl(name: string): boolean {
  return VERSION_CONTROL.has(name.toLowerCase());
}

export async function scanFolder(root: Folder, options: ScanOptions, visitor: Visitor): Promise<Scan> {
  const scanner = new Scanner(root, options, visitor);
  await scanner.walk(root, [], options.rules);
  return scanner;
}

interface RevisitOptions extends ScanOptions {
  readonly watch: ScanWatch;
  /** By the path of their directory. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  readonly earlier: EarlierScan;
}

/** Scans some names again; everything else is unchanged. */
export async function scanNames(
  root: Folder,
  { names, earlier, ...options }: RevisitOptions,
  visitor: Visitor & { drop(paths: ReadonlySet<string>, directories: ReadonlySet<string>): void },
): Promise<Scan> {
  const { watch } = options;
  const watched = [...names].filter(([directory]) => watch.rulesOf(directory) !== undefined);
  const paths = new Set(watched.flatMap(([directory, some]) => Array.from(some, (name) => pathIn(directory, name))));
  const scanner = new Scanner(root, options, visitor, earlier.entriesLeft);
  scanner.skipped.push(...earlier.skipped.filter(({ path }) => !isCovered(path, paths)));
  scanner.ignored.push(...earlier.ignored.filter((path) => !isCovered(path, paths)));
  for (const path of earlier.repositories) if (!isCovered(path, paths)) scanner.repositories.add(path);
  const directories = new Set([...paths].filter((path) => watch.rulesOf(path) !== undefined));
  visitor.drop(paths, directories);
  for (const path of directories) watch.forget(path);
  // The deepest first: an entry of a removed directory is handled with that directory.
  for (const [directory, some] of watched.toSorted(([one], [other]) => other.length - one.length)) {
    await scanner.lookAgain(directory, [...some].toSorted());
  }
  return scanner;
}

class Scanner implements Scan {
  readonly skipped: Skipped[] = [];
  readonly ignored: string[] = [];
  readonly repositories = new Set<string>();
  readonly #root: Folder;
  readonly #options: ScanOptions;
  readonly #visitor: Visitor;
  readonly #pace = new Pace();
  #entriesLeft: number;

  constructor(root: Folder, options: ScanOptions, visitor: Visitor, entriesLeft = options.limits.entriesMax) {
    this.#root = root;
    this.#options = options;
    this.#visitor = visitor;
    this.#entriesLeft = entriesLeft;
  }

  get entriesLeft(): number {
    return this.#entriesLeft;
  }

  async visit(path: string): Promise<void> {
    const parents = path.split("/");
    const name = parents.pop() ?? "";
    try {
      await using folder = await openBelow(this.#options.folders, this.#root.real, parents);
      await this.#visitAll(folder, parents, [name]);
    } catch (error) {
      this.#skipFor(path, error);
    }
  }

  /** Some names in a directory that is still watched. */
  async lookAgain(directory: string, names: readonly string[]): Promise<void> {
    const rules = this.#options.watch?.rulesOf(directory);
    // A directory above it was among the names.
    if (rules === undefined) return;
    this.#options.signal?.throwIfAborted();
    const parents = directory === "" ? [] : directory.split("/");
    await using folder = await openBelow(this.#options.folders, this.#root.real, parents);
    const files: string[] = [];
    for (const [index, stats] of (await lstatAll(names.map((name) => folder.at(name)))).entries()) {
      const name = names[index] ?? "";
      if (stats instanceof Error) {
        this.#skipFor(pathIn(directory, name), stats);
        continue;
      }
      this.#entriesLeft -= 1;
      if (this.#entriesLeft < 0) this.#skip(directory, "too_many_entries");
      if (!this.#isWanted({ name, isDirectory: () => stats.isDirectory() }, parents, rules)) continue;
      if (stats.isDirectory()) await this.#enter(folder, [...parents, name], rules);
      else files.push(name);
    }
    await this.#visitAll(folder, parents, files);
  }

  async walk(folder: Folder, names: readonly string[], outer: IgnoreRules): Promise<void> {
    this.#options.signal?.throwIfAborted();
    await this.#pace.rest();
    const path = names.join("/");
    this.#options.watch?.enter(path, folder);
    const entries = await this.#list(folder, path);
    if (entries === undefined) return;
    const entryNames = entries.map(({ name }) => name);
    const rules = await readFolderRules(this.#options, folder, names.length, entryNames, outer);
    this.#options.watch?.setRules(path, rules);
    const kept = entries.filter((entry) => this.#isWanted(entry, names, rules));
    await this.#visitAll(
      folder,
      names,
      kept.flatMap((entry) => (entry.isDirectory() ? [] : entry.name)),
    );
    for (const entry of kept) if (entry.isDirectory()) await this.#enter(folder, [...names, entry.name], rules);
  }

  /** Always in the same order, so that a limit cuts at the same place each time. */
  async #list(folder: Folder, path: string): Promise<Dirent[] | undefined> {
    try {
      const entries =
        this.#entriesLeft > 0 ? await listFolder(folder.at("."), this.#entriesLeft, this.#pace) : undefined;
      this.#entriesLeft -= entries?.length ?? this.#entriesLeft;
      return entries ?? this.#skip(path, "too_many_entries");
    } catch (error) {
      return this.#skipFor(path, error);
    }
  }

  #isWanted(entry: Pick<Dirent, "name" | "isDirectory">, names: readonly string[], rules: IgnoreRules): boolean {
    const path = [...names, entry.name];
    const isRepository = entry.name.toLowerCase() === ".git" && this.repositories.size < REPOSITORIES_MAX;
    if (isRepository) this.repositories.add(path.join("/"));
    if (isVersionControl(entry.name) || path.join("/") === this.#options.foreignPath) return false;
    if (!rules.isIgnored(path, entry.isDirectory())) return true;
    this.ignored.push(path.join("/"));
    return false;
  }

  async #visitAll(folder: Folder, parents: readonly string[], names: readonly string[]): Promise<void> {
    const prefix = parents.map((name) => `${name}/`).join("");
    const answers = await lstatAll(names.map((name) => folder.at(name)));
    const unknown: Found[] = [];
    for (const [index, name] of names.entries()) {
      const [path, stats] = [prefix + name, answers[index]];
      if (stats === undefined || stats instanceof Error) {
        this.#skipFor(path, stats);
        continue;
      }
      if (stats.nlink > 1) this.#options.watch?.seeOtherNames(path);
      const found = { folder, name, path, stats };
      const answer = this.#meet(found);
      if (answer === "unknown") unknown.push(found);
      else if (answer !== "known") this.#skip(path, answer);
    }
    await inParallel(unknown, READS_AT_ONCE, async (found) => {
      try {
        const reason = await this.#visitor.read(found);
        if (reason !== undefined) this.#skip(found.path, reason);
      } catch (error) {
        this.#skipFor(found.path, error);
      }
    });
  }

  #meet(found: Found): ReturnType<Visitor["meet"]> {
    // A file that became a folder in the meantime is found the next time.
    if (found.stats.isDirectory()) return "changing";
    return found.stats.isFile() || found.stats.isSymbolicLink() ? this.#visitor.meet(found) : "special";
  }

  async #enter(parent: Folder, names: readonly string[], rules: IgnoreRules): Promise<void> {
    const path = names.join("/");
    if (names.length > this.#options.limits.depthMax) return this.#skip(path, "too_deep");
    let folder: Folder;
    try {
      folder = await this.#options.folders.openIn(parent, names.at(-1) ?? "");
    } catch (error) {
      return this.#skipFor(path, error);
    }
    await using held = folder;
    await this.walk(held, names, rules);
  }

  #skip(path: string, reason: SkipReason): undefined {
    this.skipped.push({ path, reason });
    if (PASSING.has(reason)) this.#options.watch?.distrust(path);
  }

  #skipFor(path: string, error: unknown): undefined {
    // Node replaces invalid Unicode in a name, and then the name does not exist.
    if (hasErrno(error, "ENOENT")) return path.includes("\uFFFD") ? this.#skip(path, "invalid_name") : undefined;
    // It was another kind of entry a moment ago.
    if (hasErrno(error, "EINVAL", "EISDIR", "ELOOP", "ENOTDIR", "ENXIO")) return this.#skip(path, "changing");
    // Not specific to the file: the whole snapshot fails.
    if (errnoOf(error) === undefined || hasErrno(error, "EMFILE", "ENFILE", "ENOMEM")) throw error;
    return this.#skip(path, "unreadable");
  }
}

function pathIn(directory: string, name: string): string {
  return directory === "" ? name : `${directory}/${name}`;
}
