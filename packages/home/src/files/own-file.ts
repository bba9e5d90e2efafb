// Our own small files: read within a size limit, written atomically.
import { ParleyError, hasErrno } from "@parley/base";
import { createDraftName, sweepDrafts } from "@parley/machine";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OWN_FILE_BYTES_MAX } from "../limits.ts";

/** For the user alone: our home may contain keys. */
export const PRIVATE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;

/** With its parent folders. */
export async function createFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER_MODE });
}

/** Undefined if the file does not exist. Rejects with `file_too_large`, or as the system does. */
export async function readTextWithin(path: string, bytesMax: number = OWN_FILE_BYTES_MAX): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    if (size <= bytesMax) return await readFile(path, "utf8");
    throw new ParleyError({ code: "file_too_large", message: `${path} is larger than ${bytesMax} bytes` });
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

/** Like `writeAtOnce`, for a file that `readTextWithin` reads again. Rejects with `file_too_large` instead of writing what could not be read. */
export async function writeTextWithin(path: string, text: string, mode?: number): Promise<void> {
  if (Buffer.byteLength(text) > OWN_FILE_BYTES_MAX) {
    const message = `${path} would be larger than ${OWN_FILE_BYTES_MAX} bytes with this change, so it was not changed`;
    throw new ParleyError({ code: "file_too_large", message });
  }
  await writeAtOnce(path, text, mode);
}

/** Atomic, even on a power cut: the name has the old content or the new one. `mode` if it is not private. */
export async function writeAtOnce(path: string, text: string, mode: number = PRIVATE_MODE): Promise<void> {
  const folder = dirname(path);
  await createFolder(folder);
  await sweepDrafts(folder);
  const draft = join(folder, createDraftName());
  try {
    await writeSynced(draft, text);
    if (mode !== PRIVATE_MODE) await chmod(draft, mode);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  await using file = await open(path, "wx", PRIVATE_MODE);
  await file.writeFile(text);
  await file.sync();
}

/** A missing folder is empty. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  }
}
