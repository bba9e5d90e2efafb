// Reads the bytes of an approved file; checks the opened file, not the path.
import { ParleyError } from "@parley/base";
import type { PathFacts } from "@parley/policy";
import { constants } from "node:fs";
import { open, readlink, realpath, stat, type FileHandle } from "node:fs/promises";

const { O_RDONLY } = constants;
// Neither exists on Windows.
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
/** Does not block if a pipe has taken the place of the file. */
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;

/** Rejects with `file_too_large` if the file is larger. */
export async function readBytes({ real, requested }: PathFacts, bytesMax: number): Promise<Uint8Array> {
  try {
    await using handle = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const { size } = await proveDecided(handle, real);
    if (size > bytesMax) throw fileError("file_too_large", requested, `has ${size} bytes, more than ${bytesMax}`);
    return await readAll(handle, size);
  } catch (error) {
    throw toFileError(error, requested);
  }
}

async function proveDecided(handle: FileHandle, real: string): Promise<{ readonly size: number }> {
  const stats = await handle.stat();
  if (stats.isDirectory()) throw fileError("file_is_directory", real, "is a folder");
  if (!stats.isFile()) throw fileError("file_is_special", real, "is not a regular file");
  const isThere =
    process.platform === "linux"
      ? (await readlink(`/proc/self/fd/${handle.fd}`)) === real
      : (await realpath(real)) === real && (await stat(real)).ino === stats.ino;
  if (!isThere) throw fileError("file_denied", real, "no longer leads to the approved file");
  return stats;
}

async function readAll(handle: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await handle.read(bytes, at, size - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

function toFileError(error: unknown, path: string): unknown {
  if (error instanceof ParleyError || !(error instanceof Error)) return error;
  const errno = "code" in error ? error.code : undefined;
  if (errno === "ENOENT") return fileError("file_not_found", path, "does not exist", error);
  if (errno === "EACCES" || errno === "EPERM") return fileError("file_denied", path, "is not readable", error);
  if (errno === "ELOOP") return fileError("file_denied", path, "was replaced by a link", error);
  if (errno === "ENOTDIR") return fileError("file_path_invalid", path, "has a parent that is not a folder", error);
  return fileError("file_failed", path, `cannot be read: ${error.message}`, error);
}

function fileError(code: ParleyError["code"], path: string, why: string, cause?: unknown): ParleyError {
  return new ParleyError({ code, message: `${JSON.stringify(path)} ${why}`, ...(cause !== undefined && { cause }) });
}
