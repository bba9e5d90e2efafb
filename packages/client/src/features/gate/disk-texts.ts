// The text that a file has on the disk now, for comparing it with what was approved.
import { ParleyError } from "@parley/base";
import { createFiles, type Files } from "@parley/machine";
import { lstat } from "node:fs/promises";
import { COMPARED_FILE_BYTES_MAX } from "../../limits.ts";

export interface DiskText {
  /** Empty if the file does not exist; undefined if it is not text, too large, or cannot be read. */
  readonly text: string | undefined;
  /** Undefined if it does not exist. */
  readonly changedAtMs: number | undefined;
}

export class DiskTexts {
  readonly #roots: readonly string[];
  #files: Promise<Files> | undefined;

  constructor(roots: readonly string[]) {
    this.#roots = roots;
  }

  /** `real`: absolute, without links. */
  async read(real: string): Promise<DiskText> {
    const changedAtMs = await lastChange(real);
    return { text: await this.#readText(real), changedAtMs };
  }

  async #readText(real: string): Promise<string | undefined> {
    this.#files ??= createFiles({ roots: this.#roots, limits: { readBytesMax: COMPARED_FILE_BYTES_MAX } });
    try {
      return (await (await this.#files).readTextFile({ path: real, decidedPath: real })).content;
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      return error.code === "file_not_found" ? "" : undefined;
    }
  }
}

/** Of the entry and not of its content, whose time can be set; undefined if it does not exist. */
export async function lastChange(path: string): Promise<number | undefined> {
  try {
    return (await lstat(path)).ctimeMs;
  } catch {
    return undefined; // It does not exist, or may not be looked at: the time of its change is not known.
  }
}
