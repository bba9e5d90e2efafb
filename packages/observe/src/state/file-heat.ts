// The files of one session: how hot each is, which are in context. A tick looks at what changes, never at all files.
//
// An access makes a file hot and puts it in context, where it stays hot. Once it leaves the context it cools by the time that
// passed, and when it is cold it is no longer shown; its counts are kept. Files stand in the order of their last access, so that
// the first one is always the coldest.
import { copyText } from "../extract/fields.ts";
import type { FileAction } from "../extract/observation.ts";
import { COLD_HEAT, HEAT_KEPT_PER_STEP, HEAT_STEP_MS } from "./limits.ts";
import type { WatchedFile } from "./watched.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type File = Mutable<WatchedFile>;

export interface FileHeatOptions {
  readonly contextTurns: number;
  readonly filesMax: number;
  readonly changedPerTickMax: number;
  /** Paths that differ in case only are one file. */
  readonly ignoresCase: boolean;
}

export interface Access {
  readonly path: string;
  readonly action: FileAction;
  readonly atMs: number;
  readonly turn: number;
  /** A call that names its file by several ways has accessed it once. */
  readonly toolCallId?: string | undefined;
}

interface Mark {
  leftAtMs: number;
  readBy: string | undefined;
  writtenBy: string | undefined;
}

export class FileHeat {
  readonly #options: FileHeatOptions;
  readonly #live = new Map<string, File>();
  readonly #cold = new Map<string, File>();
  readonly #marks = new Map<string, Mark>();
  /** Files in context, by the turn of their last access. */
  readonly #byTurn = new Map<number, Set<string>>();
  readonly #cooling = new Set<string>();
  readonly #changed = new Set<string>();
  readonly #removed = new Set<string>();
  /** How a path was written first, where case does not count. */
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

  access({ path: named, action, atMs, turn, toolCallId }: Access): void {
    const path = this.#spell(named);
    const file = this.#take(path);
    const mark = this.#marks.get(path) ?? this.#newMark(path);
    const isBlocked = action === "blocked";
    if (file.inContext) this.#byTurn.get(file.turnAccessed)?.delete(path);
    // What was refused never came into the context; it flares up and cools.
    file.inContext ||= !isBlocked;
    Object.assign(file, { heat: 1, lastAction: action, turnAccessed: turn, atMs });
    if (action === "write" && !isSame(mark.writtenBy, toolCallId)) file.writes += 1;
    else if ((action === "read" || action === "search") && !isSame(mark.readBy, toolCallId)) file.reads += 1;
    if (action === "write") mark.writtenBy = toolCallId;
    else mark.readBy = toolCallId;
    this.#live.set(path, file);
    if (file.inContext) this.#enter(path, turn);
    else this.#cool(path, mark, atMs);
    this.#change(path);
    this.#evict();
  }

  /** `turn` is the number of turns that have ended. */
  endTurn(turn: number, atMs: number): void {
    for (const [accessed, paths] of this.#byTurn) {
      if (turn - accessed > this.#options.contextTurns) this.#leave(accessed, paths, atMs);
    }
  }

  leaveAll(atMs: number): void {
    for (const [accessed, paths] of this.#byTurn) this.#leave(accessed, paths, atMs);
  }

  tick(nowMs: number): { readonly changed: readonly string[]; readonly removed: readonly string[] } {
    const changed: string[] = [];
    const max = this.#options.changedPerTickMax;
    for (const path of this.#changed) {
      if (changed.length >= max) break;
      this.#changed.delete(path);
      if (this.#live.has(path) && this.#isWarm(path, nowMs)) changed.push(path);
    }
    let left = Math.min(max - changed.length, this.#cooling.size);
    for (const path of this.#cooling) {
      if (left <= 0) break;
      left -= 1;
      const before = this.#live.get(path)?.heat;
      if (!this.#isWarm(path, nowMs)) continue;
      // To the end of the line, behind those that were not looked at yet.
      this.#cooling.delete(path);
      this.#cooling.add(path);
      if (this.#live.get(path)?.heat !== before) changed.push(path);
    }
    const removed = [...this.#removed];
    this.#removed.clear();
    return { changed: unique(changed), removed };
  }

  #enter(path: string, turn: number): void {
    this.#cooling.delete(path);
    const paths = this.#byTurn.get(turn);
    if (paths === undefined) this.#byTurn.set(turn, new Set([path]));
    else paths.add(path);
  }

  #leave(turn: number, paths: ReadonlySet<string>, atMs: number): void {
    this.#byTurn.delete(turn);
    for (const path of paths) {
      const file = this.#live.get(path);
      const mark = this.#marks.get(path);
      if (file === undefined || mark === undefined) continue;
      file.inContext = false;
      this.#cool(path, mark, atMs);
      this.#change(path);
    }
  }

  #cool(path: string, mark: Mark, atMs: number): void {
    mark.leftAtMs = atMs;
    this.#cooling.add(path);
  }

  /** Brings the heat up to date; false if it is cold, and the file no longer shown. */
  #isWarm(path: string, nowMs: number): boolean {
    const file = this.#live.get(path);
    if (file === undefined || file.inContext) return file !== undefined;
    const elapsedMs = Math.max(0, nowMs - (this.#marks.get(path)?.leftAtMs ?? nowMs));
    file.heat = HEAT_KEPT_PER_STEP ** (elapsedMs / HEAT_STEP_MS);
    if (file.heat > COLD_HEAT) return true;
    file.heat = 0;
    this.#hide(path);
    this.#cold.set(path, file);
    return false;
  }

  #hide(path: string): void {
    this.#live.delete(path);
    this.#cooling.delete(path);
    this.#changed.delete(path);
    this.#removed.add(path);
  }

  #change(path: string): void {
    this.#removed.delete(path);
    this.#changed.add(path);
  }

  /** Out of its table, so that it comes back as the newest. */
  #take(path: string): File {
    const file = this.#live.get(path) ?? this.#cold.get(path);
    this.#live.delete(path);
    this.#cold.delete(path);
    if (file !== undefined) return file;
    const lastAction = "read";
    return { path, heat: 1, inContext: false, lastAction, turnAccessed: 0, atMs: 0, reads: 0, writes: 0 };
  }

  #newMark(path: string): Mark {
    const mark: Mark = { leftAtMs: 0, readBy: undefined, writtenBy: undefined };
    this.#marks.set(path, mark);
    return mark;
  }

  #spell(path: string): string {
    if (!this.#options.ignoresCase) return this.#marks.has(path) ? path : copyText(path);
    const key = path.toLowerCase();
    const known = this.#spellings.get(key);
    if (known !== undefined) return known;
    const spelling = copyText(path);
    this.#spellings.set(key, spelling);
    return spelling;
  }

  #evict(): void {
    if (this.#live.size + this.#cold.size <= this.#options.filesMax) return;
    const [coldest] = this.#cold.size > 0 ? this.#cold : this.#live;
    if (coldest === undefined) return;
    const [path, file] = coldest;
    if (this.#live.has(path)) {
      this.#byTurn.get(file.turnAccessed)?.delete(path);
      this.#hide(path);
    }
    this.#cold.delete(path);
    this.#marks.delete(path);
    if (this.#options.ignoresCase) this.#spellings.delete(path.toLowerCase());
  }
}

function isSame(before: string | undefined, toolCallId: string | undefined): boolean {
  return toolCallId !== undefined && before === toolCallId;
}

/** A file that left the context a moment ago stands in both lists. */
function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}
