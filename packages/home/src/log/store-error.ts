// Our own errors for stored sessions.
import { ParleyError, type ErrorCode, errorCodeOf } from "@parley/base";

const MEANINGS: Readonly<Record<string, readonly [code: ErrorCode, why: string]>> = {
  EACCES: ["file_denied", "the system does not permit it"],
  EDQUOT: ["disk_full", "the disk quota is used up"],
  EFBIG: ["disk_full", "the file is larger than the system allows"],
  EISDIR: ["file_is_directory", "a folder with that name exists"],
  ENOENT: ["file_not_found", "it does not exist"],
  ENOSPC: ["disk_full", "the disk is full"],
  ENOTDIR: ["file_path_invalid", "a part of the path is not a folder"],
  EPERM: ["file_denied", "the system does not permit it"],
  EROFS: ["file_denied", "the disk is read-only"],
};

/** `doing` as in "write the log of session …". */
export function toStoreError(cause: unknown, doing: string): ParleyError {
  if (cause instanceof ParleyError) return cause;
  const [code, why] = MEANINGS[errorCodeOf(cause) ?? ""] ?? [
    "file_failed",
    cause instanceof Error ? cause.message : "?",
  ];
  const remedy = code === "disk_full" ? { label: "Free some disk space; pending events are then written" } : undefined;
  return new ParleyError({ code, message: `Cannot ${doing}: ${why}`, cause, ...(remedy && { remedy }) });
}

export function sessionNotFound(text: string): ParleyError {
  return new ParleyError({
    code: "session_not_found",
    message: `Session ${JSON.stringify(text)} not found`,
    remedy: { label: "List sessions", command: "parley sessions list" },
  });
}
