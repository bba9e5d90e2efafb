// The state of a file on the disk, to detect changes, and its size.
import { lstat } from "node:fs/promises";

/** Undefined: the file does not exist, or cannot be looked at. */
export type FileStamp = string | undefined;

export async function readStamp(real: string): Promise<FileStamp> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await lstat(real, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(" ");
  } catch {
    return undefined;
  }
}

/** In bytes; 0 if it does not exist. */
export async function readSize(real: string): Promise<number> {
  try {
    return (await lstat(real)).size;
  } catch {
    return 0; // Reading it reports the error.
  }
}
