// Reads a file that a user wrote: a regular file up to a size. A pipe would block forever, and a mistake may be of any size.
import { hasErrno, ParleyError } from "@parley/base";
import { constants, readFileSync, statSync, type Stats } from "node:fs";
import { open, stat } from "node:fs/promises";
import { USER_FILE_BYTES_MAX } from "../limits.ts";

/** Windows does not have it. */
const { O_NONBLOCK: NO_WAITING = 0 } = constants as Partial<typeof constants>;

/** Undefined if the file does not exist. Rejects with `bad_config`, which names the file. */
export async function readUserText(path: string, bytesMax: number = USER_FILE_BYTES_MAX): Promise<string | undefined> {
  try {
    check(path, await stat(path), bytesMax);
    // It may have become a pipe since, by a program that works in the same folder.
    await using file = await open(path, constants.O_RDONLY | NO_WAITING);
    check(path, await file.stat(), bytesMax);
    return await file.readFile("utf8");
  } catch (error) {
    return handle(path, error);
  }
}

/** For a program that can do nothing else before it knows its configuration. */
export function readUserTextSync(path: string, bytesMax: number = USER_FILE_BYTES_MAX): string | undefined {
  try {
    check(path, statSync(path), bytesMax);
    return readFileSync(path, "utf8");
  } catch (error) {
    return handle(path, error);
  }
}

function check(path: string, stats: Stats, bytesMax: number): void {
  if (!stats.isFile()) throw unreadable(path, "it is not a regular file");
  if (stats.size > bytesMax) throw unreadable(path, `it is larger than ${bytesMax} bytes`);
}

function handle(path: string, error: unknown): undefined {
  if (hasErrno(error, "ENOENT", "ENOTDIR")) return undefined;
  if (error instanceof ParleyError) throw error;
  throw unreadable(path, error instanceof Error ? error.message : String(error), error);
}

function unreadable(path: string, why: string, cause?: unknown): ParleyError {
  const remedy = { label: `Fix ${path}, or move it away` };
  return new ParleyError({ code: "bad_config", message: `${path} cannot be read: ${why}`, remedy, cause });
}
