// What programs said of their versions, kept so that starting one does not ask each time.
import { readTextWithin, writeAtOnce } from "@parley/home";
import { type Clock, isObject } from "@parley/base";
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { VERSION_AGE_MS, VERSIONS_KEPT_MAX } from "../limits.ts";

const FORMAT = 1;

/** The file that was asked, so that another one in its place is asked again. */
interface Stamp {
  readonly realPath: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** npm gives all files of all packages one date in the past; the time of the change tells them apart. */
  readonly ctimeMs: number;
}

interface Answer extends Stamp {
  /** Null: it was asked and did not say. */
  readonly version: string | null;
  readonly atMs: number;
}

export interface CachedVersion {
  readonly version: string | undefined;
}

/** Never stands in the way: a cache that cannot be read is empty, one that cannot be written is not kept. */
export class VersionCache {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #changed = new Map<string, Answer>();
  #read: Promise<Map<string, Answer>> | undefined;

  constructor(parleyHome: string, clock: Clock) {
    this.#path = join(parleyHome, "cache", "versions.json");
    this.#clock = clock;
  }

  /** Undefined if this very file was not asked, or too long ago. */
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

  /** Together with what others have written meanwhile. */
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
      return answers; // Damaged or not ours to read: everything is asked anew.
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
    return undefined; // Gone since it was found.
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
