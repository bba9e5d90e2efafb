// Reads a file that only its owner may read. If others could read it, it is made private, with a warning.
import { ParleyError, type Log, hasErrno } from "@parley/base";
import { PRIVATE_MODE } from "@parley/home";
import { open, stat } from "node:fs/promises";
import { CREDENTIALS_BYTES_MAX } from "../limits.ts";

const OTHERS = 0o077;

/** Undefined if the file does not exist. */
export async function readPrivateText(path: string, log: Log): Promise<string | undefined> {
  try {
    // Checked before opening, because a pipe would block.
    if (!(await stat(path)).isFile()) throw unusable("file_is_special", `${path} is not a regular file`);
    await using file = await open(path, "r");
    const { size, mode } = await file.stat();
    if (size > CREDENTIALS_BYTES_MAX) {
      throw unusable("file_too_large", `${path} is larger than ${CREDENTIALS_BYTES_MAX} bytes`);
    }
    if (process.platform !== "win32" && (mode & OTHERS) !== 0) {
      await file.chmod(PRIVATE_MODE);
      log.write("warn", `${path} was readable by other users; it is private now, but its keys may be compromised`);
    }
    return await file.readFile("utf8");
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

function unusable(code: "file_is_special" | "file_too_large", message: string): ParleyError {
  return new ParleyError({ code, message, remedy: { label: "Move it away, then sign in again" } });
}
