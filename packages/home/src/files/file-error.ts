// System errors about our own files, as our own errors.
import { ParleyError, type ErrorCode, errorCodeOf } from "@parley/base";

const CODES: Readonly<Record<string, ErrorCode>> = {
  EACCES: "file_denied",
  EDQUOT: "disk_full",
  EFBIG: "disk_full",
  ENOENT: "file_not_found",
  ENOSPC: "disk_full",
  ENOTDIR: "file_path_invalid",
  EPERM: "file_denied",
  EROFS: "file_denied",
};

/** Runs `action` and turns its failures into errors that say what was being done: "The configuration could not be changed". */
export async function guardFiles<Value>(failure: string, action: () => Promise<Value>): Promise<Value> {
  try {
    return await action();
  } catch (cause) {
    if (cause instanceof ParleyError || !(cause instanceof Error) || !("syscall" in cause)) throw cause;
    const code = CODES[errorCodeOf(cause) ?? ""] ?? "file_failed";
    throw new ParleyError({ code, message: `${failure}: ${cause.message}`, cause });
  }
}
