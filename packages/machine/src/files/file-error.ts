// Converts system errors about files into our own: one code for each case that a user or an agent can act on.
import { ParleyError, type ErrorCode, errnoOf, truncate } from "@parley/base";
import { SHOWN_PATH_CHARS_MAX } from "../limits.ts";

interface Meaning {
  readonly code: ErrorCode;
  readonly why: string;
}

const MEANINGS: Readonly<Record<string, Meaning>> = {
  EACCES: { code: "file_denied", why: "the system does not permit it" },
  EBUSY: { code: "file_denied", why: "it is in use" },
  EDQUOT: { code: "disk_full", why: "the disk quota is used up" },
  EEXIST: { code: "file_exists", why: "something with that name exists" },
  EFBIG: { code: "disk_full", why: "the file is larger than the system allows" },
  EISDIR: { code: "file_is_directory", why: "it is a folder" },
  EILSEQ: { code: "file_path_invalid", why: "the file system does not accept this name" },
  EINVAL: { code: "file_path_invalid", why: "the file system does not accept this name" },
  ELOOP: { code: "file_path_invalid", why: "its links form a cycle, or it contains a link where none is allowed" },
  ENAMETOOLONG: { code: "file_path_invalid", why: "the path is too long" },
  ENOENT: { code: "file_not_found", why: "it does not exist" },
  ENOSPC: { code: "disk_full", why: "the disk is full" },
  ENOTDIR: { code: "file_path_invalid", why: "a part of the path is not a folder" },
  ENXIO: { code: "file_is_special", why: "it is not a regular file" },
  EPERM: { code: "file_denied", why: "the system does not permit it" },
  EROFS: { code: "file_denied", why: "the disk is read-only" },
  ETXTBSY: { code: "file_denied", why: "it is being executed" },
};

/** `doing` as in "read", "write". */
function toFileError(cause: unknown, doing: string, path: string): unknown {
  if (cause instanceof ParleyError || errnoOf(cause) === undefined) return cause;
  const { code, why } = MEANINGS[errnoOf(cause) ?? ""] ?? { code: "file_failed", why: (cause as Error).message };
  return new ParleyError({ code, message: `Cannot ${doing} ${showPath(path)}: ${why}`, cause });
}

export function fileError(code: ErrorCode, path: string, why: string): ParleyError {
  return new ParleyError({ code, message: `${showPath(path)} ${why}` });
}

/** Runs `action` and turns its failures into errors that name the operation and the path. */
export async function guardErrors<T>(doing: string, path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw toFileError(error, doing, path);
  }
}

/** Paths come from agents: shown on one line, whatever they contain. */
export function showPath(path: string): string {
  return JSON.stringify(truncate(path, SHOWN_PATH_CHARS_MAX));
}
