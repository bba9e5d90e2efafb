// The files of one session: their heat, and which are in context. A tick only checks changing files, never all of them.
//
// An access makes a file hot and puts it in context, where it stays hot. Once it leaves the context it cools with time;
// when it is cold, it is no longer shown, but its counts are kept. Files are ordered by the turn of their last access,
// so the first one is always the coldest.
import { copyText } from "../extract/fields.ts";
import type { FileAction } from "../extract/observation.ts";
import { COLD_HEAT, HEAT_KEPT_PER_STEP, HEAT_STEP_MS } from "../limits.ts";
import type { WatchedFile } from "./watched.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type File = Mutable<WatchedFile>;

export interface FileHeatOptions {
  readonly contextTurns: number;
  readonly filesMax: number;
  readonly changedPerTickMax: number;
  /** Paths that differ only in case are the same file. */
  readonly ignoresCase: boolean;
}

export interface Access {
  readonly path: string;
  readonly action: FileAction;
  readonly atMs: number;
  readonly turn: number;
  /** A call that names its file in several ways has accessed it once. */
  readonly toolCallId?: string | undefined;
}

interface Entry {
  readonly file: File;
  leftAtMs: number;
  readBy: string | undefined;
  writtenBy: string | undefined;
}

export class FileHeat {
  readonly #options: FileHeatOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #live = new Map<string, File>();
  readonly #cold = new Map<string, File>();
  /** Files in context, by the turn of their last access. */
  readonly #byTurn = new Map<number, Set<Entry>>();
  readonly #cooling = new Set<Entry>();
  readonly #changed = new Set<Entry>();
  readonly #removed = new Set<string>();
  /** The first spelling of a path, if case is ignored. */
  readonly #spellings = new Map<string, string>();

  constructor(options: FileHeatOptions) {
    this.#options = options;
  }

  get live(): ReadonlyMap<string, WatchedFile> {
    return this.#live;
  }

  get cold(): ReadonlyMap<string, WatchedFile> {
    return this.#cold;
  }

  access({ path, action, atMs, turn, toolCallId }: Access): void {
    const entry = this.#find(path);
    const { file } = entry;
    this.#place(entry, turn, action !== "blocked", atMs);
    file.heat = 1;
    file.lastAction = action;
    file.atMs = atMs;
    if (action === "write") {
      if (!isSame(entry.writtenBy, toolCallId)) file.writes += 1;
      entry.writtenBy = toolCallId;
    } else if (action === "read" || action === "search") {
      if (!isSame(entry.readBy, toolCallId)) file.reads += 1;
      entry.readBy = toolCallId;
    }
    this.#change(entry);
    this.#evict();
  }

  /** `turn` is the number of turns that have ended. */
  endTurn(turn: number, atMs: number): void {
    for (const [accessed, entries] of this.#byTurn) {
      if (turn - accessed > this.#options.contextTurns) this.#leave(accessed, entries, atMs);
    }
  }

  leaveAll(atMs: number): void {
    for (const [accessed, entries] of this.#byTurn) this.#leave(accessed, entries, atMs);
  }

  tick(nowMs: number): { readonly changed: readonly string[]; readonly removed: readonly string[] } {
    const changed: string[] = [];
    const max = this.#options.changedPerTickMax;
    for (const entry of this.#changed) {
      if (changed.length >= max) break;
      this.#changed.delete(entry);
      if (this.#isWarm(entry, nowMs)) changed.push(entry.file.path);
    }
    this.#coolSome(nowMs, max - changed.length, changed);
    const removed = [...this.#removed];
    this.#removed.clear();
    return { changed, removed };
  }

  /**
   * With more than `max` files, the checked ones move to the end, so that the next tick continues with the others. No
   * iterator is kept for that, because it would keep every table that the set has had since its last use.
   */
  #coolSome(nowMs: number, max: number, changed: string[]): void {
    const isPart = this.#cooling.size > max;
    let left = Math.min(max, this.#cooling.size);
    for (const entry of this.#cooling) {
      if (left === 0) break;
      left -= 1;
      const before = entry.file.heat;
      if (!this.#isWarm(entry, nowMs)) continue;
      if (isPart) {
        this.#cooling.delete(entry);
        this.#cooling.add(entry);
      }
      // A file that has just left the context keeps its reported heat.
      if (entry.file.heat !== before) changed.push(entry.file.path);
    }
  }

  /** The order is by turn, so within one turn nothing moves. */
  #place(entry: Entry, turn: number, comesIn: boolean, atMs: number): void {
    const { file } = entry;
    if (file.inContext && file.turnAccessed === turn) return;
    if (file.inContext) this.#byTurn.get(file.turnAccessed)?.delete(entry);
    // A refused file never entered the context; it gets hot once and cools.
    file.inContext ||= comesIn;
    file.turnAccessed = turn;
    this.#live.delete(file.path);
    this.#cold.delete(file.path);
    this.#live.set(file.path, file);
    if (file.inContext) this.#enter(entry, turn);
    else this.#cool(entry, atMs);
  }

  #enter(entry: Entry, turn: number): void {
    this.#cooling.delete(entry);
    const entries = this.#byTurn.get(turn);
    if (entries === undefined) this.#byTurn.set(turn, new Set([entry]));
    else entries.add(entry);
  }

  #leave(turn: number, entries: ReadonlySet<Entry>, atMs: number): void {
    this.#byTurn.delete(turn);
    for (const entry of entries) {
      entry.file.inContext = false;
      this.#cool(entry, atMs);
      this.#change(entry);
    }
  }

  #cool(entry: Entry, atMs: number): void {
    entry.leftAtMs = atMs;
    this.#cooling.add(entry);
  }

  /** Updates the heat; false if the file is cold and no longer shown. */
  #isWarm(entry: Entry, nowMs: number): boolean {
    const { file, leftAtMs } = entry;
    if (file.inContext) return true;
    file.heat = HEAT_KEPT_PER_STEP ** (Math.max(0, nowMs - leftAtMs) / HEAT_STEP_MS);
    if (file.heat > COLD_HEAT) return true;
    file.heat = 0;
    this.#hide(entry);
    this.#cold.set(file.path, file);
    return false;
  }

  #hide(entry: Entry): void {
    this.#live.delete(entry.file.path);
    this.#cooling.delete(entry);
    this.#changed.delete(entry);
    this.#removed.add(entry.file.path);
  }

  #change(entry: Entry): void {
    this.#removed.delete(entry.file.path);
    this.#changed.add(entry);
  }

  #find(named: string): Entry {
    const path = this.#options.ignoresCase ? (this.#spellings.get(named.toLowerCase()) ?? named) : named;
    return this.#entries.get(path) ?? this.#create(copyText(path));
  }

  #create(path: string): Entry {
    const file: File = { ...NEW_FILE, path };
    const entry: Entry = { file, leftAtMs: 0, readBy: undefined, writtenBy: undefined };
    this.#entries.set(path, entry);
    if (this.#options.ignoresCase) this.#spellings.set(path.toLowerCase(), path);
    return entry;
  }

  #evict(): void {
    if (this.#entries.size <= this.#options.filesMax) return;
    const [coldest] = this.#cold.size > 0 ? this.#cold : this.#live;
    const entry = coldest && this.#entries.get(coldest[0]);
    if (entry === undefined) return;
    const { path, turnAccessed } = entry.file;
    if (this.#live.has(path)) {
      this.#byTurn.get(turnAccessed)?.delete(entry);
      this.#hide(entry);
    }
    this.#cold.delete(path);
    this.#entries.delete(path);
    if (this.#options.ignoresCase) this.#spellings.delete(path.toLowerCase());
  }
}

const NEW_FILE: WatchedFile = {
  path: "",
  heat: 1,
  inContext: false,
  lastAction: "read",
  turnAccessed: 0,
  atMs: 0,
  reads: 0,
  writes: 0,
};

function isSame(before: string | undefined, toolCallId: string | undefined): boolean {
  return toolCallId !== undefined && before === toolCallId;
}
