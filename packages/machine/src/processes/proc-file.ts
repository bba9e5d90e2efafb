// Reads the small files of /proc with as little work as Node allows: one lookup reads hundreds.
import { closeSync, openSync, readSync } from "node:fs";
import { PROC_FILE_BYTES_MAX } from "../limits.ts";

const CHUNK_BYTES = 64 * 1024;

let buffer = Buffer.allocUnsafeSlow(0);

/** Valid until the next call; undefined if the process is gone or another user's. */
export function readProcFile(path: string): Buffer | undefined {
  if (buffer.length === 0) buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    let length = 0;
    for (;;) {
      const count = readSync(file, buffer, length, buffer.length - length, null);
      length += count;
      if (count === 0 || length >= PROC_FILE_BYTES_MAX) return buffer.subarray(0, length);
      if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    }
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
