// The folders of a line on the disk: where each `cd` leads, and whether it may have failed.
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { errnoOf } from "@parley/base";
import type { Disk } from "./disk.ts";
import type { Folder } from "./line/folders.ts";
import type { Found } from "./line/found.ts";
import { findKind, resolveFrom } from "./places.ts";

/** A shell remembers the links it followed; a program only knows the real folder. */
export interface Spot {
  readonly logical: string;
  readonly real: string;
}

/** `nowhere`: the line never gets there. */
type Answer = Spot | "nowhere" | undefined;

export class LineFolders {
  readonly #disk: Disk;
  readonly #found: Found;
  readonly #start: Spot;
  readonly #home: string | undefined;
  readonly #answers = new Map<Folder, Promise<Answer>>();

  constructor(disk: Disk, found: Found, start: Spot, home: string | undefined) {
    this.#disk = disk;
    this.#found = found;
    this.#start = start;
    this.#home = home;
  }

  /** Without links; undefined if in doubt. */
  async find(folder: Folder): Promise<string | undefined> {
    if (this.#found.hasMovingFunction) return undefined;
    const answer = await this.#ask(folder);
    return answer === "nowhere" ? undefined : answer?.real;
  }

  #ask(folder: Folder): Promise<Answer> {
    const known = this.#answers.get(folder);
    if (known !== undefined) return known;
    const answer = this.#answer(folder);
    this.#answers.set(folder, answer);
    return answer;
  }

  async #answer(folder: Folder): Promise<Answer> {
    switch (folder.kind) {
      case "start":
        return this.#start;
      case "anywhere":
        return this.#found.isMoving ? undefined : this.#start;
      case "unknown":
        return undefined;
      case "nowhere":
        return "nowhere";
      case "moved":
        return this.#move(await this.#ask(folder.from), folder);
      case "returned":
        return this.#ask(folder.to);
      case "unmoved": {
        const moved = await this.#ask(folder.moved);
        const isSure =
          folder.isFirst && moved !== undefined && moved !== "nowhere" && (await isOpenFolder(this.#disk, moved.real));
        return isSure ? "nowhere" : this.#ask(folder.moved.from);
      }
      case "either": {
        const [one, other] = [await this.#ask(folder.one), await this.#ask(folder.other)];
        if (one === "nowhere") return other;
        if (other === "nowhere") return one;
        return one?.real === other?.real && one?.logical === other?.logical ? one : undefined;
      }
    }
  }

  /** Shells remove `..` textually. If that leads elsewhere than following links does, the result depends on the shell. */
  async #move(from: Answer, { path, isFromHome }: { path: string; isFromHome: boolean }): Promise<Answer> {
    if (from === "nowhere") return from;
    const base = isFromHome ? toSpot(this.#home) : path.startsWith("/") ? toSpot("/") : from;
    if (base === undefined || this.#found.isSteered) return undefined;
    const logical = resolve(base.logical, path);
    const [real, other] = await Promise.all([
      this.#disk.resolveReal(logical),
      resolveFrom(this.#disk, base.real, path),
    ]);
    return real === other ? { logical, real } : undefined;
  }
}

function toSpot(path: string | undefined): Spot | undefined {
  return path === undefined ? undefined : { logical: path, real: path };
}

/** Whether `cd` to it succeeds. */
async function isOpenFolder(disk: Disk, real: string): Promise<boolean> {
  if ((await findKind(disk, real, real)) !== "directory") return false;
  try {
    await access(real, constants.X_OK);
    return true;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}
