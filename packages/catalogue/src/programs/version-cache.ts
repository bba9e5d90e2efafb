// A cache of program versions, so that starting an agent need not ask for its version each time.
import { readTextWithin, writeAtOnce } from "@parley/home";
import { type Clock, isObject } from "@parley/base";
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { VERSION_AGE_MS, VERSIONS_KEPT_MAX } from "../limits.ts";

const FORMAT = 1;

/** Identifies the file, so that a replaced file is asked again. */
interface Stamp {
  readonly realPath: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** npm sets the same modification time for all files of all packages, so the change time identifies them. */
  readonly ctimeMs: number;
}

interface Answer extends Stamp {
  /** Null if the program printed no version. */
  readonly version: string | null;
  readonly atMs: number;
}

export interface CachedVersion {
  readonly version: string | undefined;
}

/** A cache that cannot be read is treated as empty; one that cannot be written is not saved. */
export class VersionCache {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #changed = new Map<string, Answer>();
  #read: Promise<Map<string, Answer>> | undefined;

  constructor(parleyHome: string, clock: Clock) {
    this.#path = join(parleyHome, "cache", "versions.json");
    this.#clock = clock;
  }

  /** Undefined if this file was not asked, or too long ago. */
  async get(program: string, args: readonly string[]): Promise<CachedVersion | undefined> {
    this.#read ??= this.#load();
    const key = toKey(program, args);
    const answer = this.#changed.get(key) ?? (await this.#read).get(key);
    if (answer === undefined) return undefined;
    const age = this.#clock.now() - answer.atMs;
    if (age < 0 || age > VERSION_AGE_MS || !isSame(answer, await stampOf(program))) return undefined;
    return { version: answer.version ?? undefined };
  }

  async set(program: string, args: readonly string[], version: string | undefined): Promise<void> {
    const stamp = await stampOf(program);
    if (stamp === undefined) return;
    this.#changed.set(toKey(program, args), { ...stamp, version: version ?? null, atMs: this.#clock.now() });
  }

  /** Merged with what other processes have written meanwhile. */
  async save(): Promise<void> {
    if (this.#changed.size === 0) return;
    const answers = await this.#load();
    for (const [key, answer] of this.#changed) answers.set(key, answer);
    const kept = [...answers].toSorted(([, a], [, b]) => b.atMs - a.atMs).slice(0, VERSIONS_KEPT_MAX);
    const text = JSON.stringify({ format: FORMAT, programs: Object.fromEntries(kept) });
    await writeAtOnce(this.#path, `${text}\n`);
    this.#changed.clear();
    this.#read = undefined;
  }

  async #load(): Promise<Map<string, Answer>> {
    const answers = new Map<string, Answer>();
    try {
      const value: unknown = JSON.parse((await readTextWithin(this.#path)) ?? "{}");
      if (!isObject(value) || value["format"] !== FORMAT || !isObject(value["programs"])) return answers;
      for (const [key, answer] of Object.entries(value["programs"])) if (isAnswer(answer)) answers.set(key, answer);
    } catch {
      return answers; // Damaged or unreadable: every program is asked again.
    }
    return answers;
  }
}

function toKey(program: string, args: readonly string[]): string {
  return [program, ...args].join(" ");
}

async function stampOf(program: string): Promise<Stamp | undefined> {
  try {
    const realPath = await realpath(program);
    const { size, mtimeMs, ctimeMs } = await stat(realPath);
    return { realPath, size, mtimeMs, ctimeMs };
  } catch {
    return undefined; // Deleted since it was found.
  }
}

function isSame(a: Stamp, b: Stamp | undefined): boolean {
  if (b === undefined) return false;
  return a.realPath === b.realPath && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

function isAnswer(value: unknown): value is Answer {
  if (!isObject(value)) return false;
  const { version, atMs, realPath, size, mtimeMs, ctimeMs } = value;
  return (
    (version === null || typeof version === "string") &&
    typeof realPath === "string" &&
    [atMs, size, mtimeMs, ctimeMs].every((number) => typeof number === "number")
  );
}
