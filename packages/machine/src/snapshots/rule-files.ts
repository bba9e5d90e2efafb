// The files outside the walked folder that decide what is ignored: read, and compared later with what was read.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { errnoOf } from "@parley/base";
import { IGNORE_FILE_BYTES_MAX } from "../limits.ts";

/** Links are not followed, as in git; a pipe is not waited for. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export class RuleFiles {
  readonly #texts = new Map<string, string>();
  readonly #existing = new Map<string, boolean>();

  /** Empty if it is missing or cannot be read. */
  async read(path: string): Promise<string> {
    const text = await readSmallFile(path);
    this.#texts.set(path, text);
    return text;
  }

  async exists(path: string): Promise<boolean> {
    const isThere = await lstat(path).then(() => true, withoutErrno(false));
    this.#existing.set(path, isThere);
    return isThere;
  }

  /** They are few, small and local: a synchronous call is faster than another thread. */
  isUnchanged(): boolean {
    try {
      for (const [path, isThere] of this.#existing) {
        if ((lstatSync(path, { throwIfNoEntry: false }) !== undefined) !== isThere) return false;
      }
      for (const [path, text] of this.#texts) if (readSmallFileNow(path) !== text) return false;
      return true;
    } catch (error) {
      return withoutErrno(false)(error);
    }
  }
}

async function readSmallFile(path: string): Promise<string> {
  try {
    await using handle = await open(path, FLAGS);
    const stats = await handle.stat();
    if (!stats.isFile()) return "";
    const buffer = Buffer.alloc(Math.min(IGNORE_FILE_BYTES_MAX, stats.size));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch (error) {
    return withoutErrno("")(error);
  }
}

function readSmallFileNow(path: string): string {
  // Most of them are missing, and an error costs more than the check.
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return "";
  let fd: number | undefined;
  try {
    fd = openSync(path, FLAGS);
    const stats = fstatSync(fd);
    if (!stats.isFile()) return "";
    const buffer = Buffer.alloc(Math.min(IGNORE_FILE_BYTES_MAX, stats.size));
    return buffer.toString("utf8", 0, readSync(fd, buffer, 0, buffer.length, 0));
  } catch (error) {
    return withoutErrno("")(error);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Only system errors mean that something cannot be read. */
function withoutErrno<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (errnoOf(error) !== undefined) return value;
    throw error;
  };
}
