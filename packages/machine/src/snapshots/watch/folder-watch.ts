// Watches everything in a folder that snapshots include, and reports which names may have changed since the last one.
// If it is not sure, the folder is walked.
import { isUtf8 } from "node:buffer";
import { lstatSync, watch, type FSWatcher } from "node:fs";
import { errnoOf } from "@parley/base";
import type { Folder } from "../../files/folder.ts";
import type { IgnoreRules } from "../ignore-rules.ts";
import { CHANGED_NAMES_MAX, UNTRUSTED_NAMES_MAX, WATCH_EVENTS_MAX, WATCH_RETRY_MS } from "../../limits.ts";
import type { ScanWatch } from "../scan.ts";
import { crossBarrier } from "./barrier.ts";
import { eventMeter, type Doubtful } from "./event-meter.ts";
import { watchedDirectoriesMax } from "./watchable.ts";

/** Names by the path of their directory. */
export type ChangedNames = ReadonlyMap<string, ReadonlySet<string>>;

interface WatchedDirectory {
  readonly watcher: FSWatcher;
  /** The ignore rules in it; unknown before it is listed. */
  rules: IgnoreRules | undefined;
}

/** The name in an event about the directory itself, as it is watched by that name. */
const ITSELF = ".";
/** Changes of these change what else is scanned. */
const RULE_NAMES: ReadonlySet<string> = new Set([".git", ".gitignore"]);

let watchedDirectories = 0;

export class FolderWatch implements Doubtful, ScanWatch {
  readonly #barrierFolder: string;
  #directories = new Map<string, WatchedDirectory>();
  #previous = new Map<string, WatchedDirectory>();
  #changed = new Map<string, Set<string>>();
  /** Checked each time, whatever is reported. */
  #untrusted = new Map<string, Set<string>>();
  #untrustedCount = 0;
  #changedCount = 0;
  #events = 0;
  #device: number | undefined;
  /** Everything that should be watched is watched. */
  #isSure = false;
  #isWalking = false;
  #retryAtMs = 0;

  /** `barrierFolder`: where a file of ours may be created. */
  constructor(barrierFolder: string) {
    this.#barrierFolder = barrierFolder;
  }

  /** A walk begins, which watches everything again. */
  begin(): void {
    // Left by an abandoned walk.
    closeAll(this.#previous.values());
    this.#previous = this.#directories;
    this.#directories = new Map();
    [this.#changed, this.#changedCount, this.#events] = [new Map(), 0, 0];
    [this.#untrusted, this.#untrustedCount] = [new Map(), 0];
    this.#device = undefined;
    this.#isWalking = true;
    this.#isSure = Date.now() >= this.#retryAtMs;
    if (this.#isSure) eventMeter.add(this);
  }

  /** Called before the directory is listed: changes from then on are reported. */
  enter(path: string, folder: Folder): void {
    if (!this.#isSure) return;
    if (watchedDirectories >= watchedDirectoriesMax()) return this.giveUp();
    try {
      const at = folder.at(ITSELF);
      const { dev } = lstatSync(at);
      this.#device ??= dev;
      if (dev !== this.#device) return this.giveUp();
      const watcher = watch(at, { persistent: false, encoding: "buffer" }, (_, name) => this.#take(path, name));
      watcher.on("error", () => this.doubt());
      watchedDirectories += 1;
      const earlier = this.#directories.get(path);
      if (earlier !== undefined) closeAll([earlier]);
      this.#directories.set(path, { watcher, rules: undefined });
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      this.giveUp(); // ENOSPC, EMFILE: the system has no watch left. Or it is already gone.
    }
  }

  setRules(path: string, rules: IgnoreRules): void {
    const directory = this.#directories.get(path);
    if (directory !== undefined) directory.rules = rules;
  }

  /** The walk is complete. */
  complete(): void {
    this.#isWalking = false;
    closeAll(this.#previous.values());
    this.#previous = new Map();
  }

  /** A file or directory whose changes may go unreported. */
  distrust(path: string): void {
    if (path === "") this.doubt();
    else this.#distrust(path);
  }

  seeOtherNames(path: string): void {
    // It has got another hard link: one of them may be in the folder, and was trusted so far.
    if (this.#distrust(path) && !this.#isWalking) this.doubt();
  }

  #distrust(path: string): boolean {
    if (!this.#isSure) return false;
    const end = path.lastIndexOf("/");
    const isNew = add(this.#untrusted, path.slice(0, Math.max(0, end)), path.slice(end + 1));
    this.#untrustedCount += isNew ? 1 : 0;
    if (this.#untrustedCount > UNTRUSTED_NAMES_MAX) this.giveUp();
    return isNew;
  }

  /** Stops watching, for a while. */
  giveUp(): void {
    this.#retryAtMs = Date.now() + WATCH_RETRY_MS;
    this.close();
  }

  doubt(): void {
    this.#isSure = false;
    eventMeter.delete(this);
  }

  /** False if only a walk can show what has changed. */
  get isSure(): boolean {
    return this.#isSure;
  }

  /** Names that may differ since the last call; undefined if only a walk can show it. */
  async changes(): Promise<ChangedNames | undefined> {
    if (!this.#isSure || !(await crossBarrier(this.#barrierFolder)) || !this.#isSure) return undefined;
    const changed = this.#changed;
    [this.#changed, this.#changedCount, this.#events] = [new Map(), 0, 0];
    for (const [directory, names] of this.#untrusted) for (const name of names) add(changed, directory, name);
    return changed;
  }

  rulesOf(path: string): IgnoreRules | undefined {
    return this.#directories.get(path)?.rules;
  }

  /** The directory, and everything below it. */
  forget(path: string): void {
    const gone = [...this.#directories].filter(([directory]) => directory === path || directory.startsWith(`${path}/`));
    closeAll(gone.map(([, directory]) => directory));
    for (const [directory] of gone) {
      this.#directories.delete(directory);
      this.#untrusted.delete(directory);
    }
  }

  close(): void {
    this.doubt();
    closeAll([...this.#directories.values(), ...this.#previous.values()]);
    [this.#directories, this.#previous] = [new Map(), new Map()];
    [this.#changed, this.#untrusted] = [new Map(), new Map()];
  }

  #take(directory: string, bytes: Buffer | null): void {
    eventMeter.count();
    this.#events += 1;
    if (this.#events > WATCH_EVENTS_MAX) return this.close();
    if (!this.#isSure) return;
    const name = bytes !== null && isUtf8(bytes) ? bytes.toString("utf8") : undefined;
    // Gone, moved or no longer readable: the event for its parent may say less than what happened.
    if (name === undefined || name === ITSELF || RULE_NAMES.has(name)) return this.doubt();
    this.#changedCount += add(this.#changed, directory, name) ? 1 : 0;
    if (this.#changedCount > CHANGED_NAMES_MAX) this.close();
  }
}

function add(names: Map<string, Set<string>>, directory: string, name: string): boolean {
  const known = names.get(directory);
  if (known?.has(name) === true) return false;
  if (known === undefined) names.set(directory, new Set([name]));
  else known.add(name);
  return true;
}

function closeAll(directories: Iterable<WatchedDirectory>): void {
  for (const { watcher } of directories) {
    watcher.close();
    watchedDirectories -= 1;
  }
}
