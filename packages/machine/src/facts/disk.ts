// Looks up the paths of one request on the disk, each only once.
//
// On a fast disk a lookup takes a hundredth of the time of passing it to another thread. So paths in the session's
// folders are looked up synchronously, name by name, within a short time limit. Links are not followed here: their
// targets, and paths outside those folders, may be slow, so another thread waits for them.
import { lstatSync, realpathSync, type Stats } from "node:fs";
import { errnoOf } from "@parley/base";
import { isWithin } from "../files/roots.ts";
import { lstatIfAny, resolveReal } from "./far-disk.ts";
import { DISK_MS_MAX, PATH_CHARS_MAX } from "../limits.ts";

/** `odd`: cannot be answered here. */
type Look = Stats | "missing" | "odd";

/** Other systems normalize the spelling of names, and report it in the real path. */
const KEEPS_SPELLING = process.platform === "linux";

const NO_THROW = { throwIfNoEntry: false } as const;

export class Disk {
  readonly #near: readonly string[];
  readonly #inPlace = new Map<string, boolean>();
  readonly #looks = new Map<string, Look>();
  readonly #stats = new Map<string, Promise<Stats | undefined>>();
  readonly #reals = new Map<string, Promise<string>>();
  #leftMs: number;

  /** `near`: folders that may be looked at synchronously, absolute and without links. */
  constructor(near: readonly string[], lookMsMax: number = DISK_MS_MAX) {
    this.#near = process.platform === "win32" ? [] : near;
    this.#leftMs = lookMsMax;
  }

  /** Of an absolute path without `..`; a link at its end is not followed. */
  async lstat(path: string): Promise<Stats | undefined> {
    if (path.length > PATH_CHARS_MAX) return undefined;
    const look = this.#walk(path);
    if (look === "missing") return undefined;
    return look === "odd" ? once(this.#stats, path, lstatIfAny) : look;
  }

  /** Of an absolute path without `..`: the deepest ancestor that exists, without links, and the rest. */
  async resolveReal(path: string): Promise<string> {
    if (path.length > PATH_CHARS_MAX) return path;
    const look = KEEPS_SPELLING ? this.#walk(path) : "odd";
    if (look === "missing" || (look !== "odd" && !look.isSymbolicLink())) return path;
    return once(this.#reals, path, resolveReal);
  }

  /** Walks down from a near folder. It stops at a link and at a file. */
  #walk(path: string): Look {
    const root = this.#near.find((one) => isWithin(one, path));
    if (root === undefined || !this.#isInPlace(root)) return "odd";
    let look: Look = this.#look(root);
    for (let end = root.length; end < path.length;) {
      if (look === "missing" || look === "odd") return look;
      if (!look.isDirectory()) return "odd";
      const next = path.indexOf("/", end + 1);
      end = next < 0 ? path.length : next;
      look = this.#look(path.slice(0, end));
    }
    return look;
  }

  /** Whether the path so far has no links. */
  #isInPlace(root: string): boolean {
    const known = this.#inPlace.get(root);
    if (known !== undefined) return known;
    const isInPlace = this.#ask(() => realpathSync.native(root) === root) === true;
    this.#inPlace.set(root, isInPlace);
    return isInPlace;
  }

  #look(path: string): Look {
    const known = this.#looks.get(path);
    if (known !== undefined) return known;
    const look = this.#ask((): Look => lstatSync(path, NO_THROW) ?? "missing") ?? "odd";
    this.#looks.set(path, look);
    return look;
  }

  /** Undefined on a system error or a timeout. */
  #ask<T>(question: () => T): T | undefined {
    if (this.#leftMs <= 0) return undefined;
    const started = performance.now();
    try {
      return question();
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      return undefined;
    } finally {
      this.#leftMs -= performance.now() - started;
    }
  }
}

function once<T>(answers: Map<string, Promise<T>>, path: string, ask: (path: string) => Promise<T>): Promise<T> {
  const known = answers.get(path);
  if (known !== undefined) return known;
  const answer = ask(path);
  answers.set(path, answer);
  return answer;
}
