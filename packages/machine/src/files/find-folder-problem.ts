// Whether a session can work in a folder.
import { errorCodeOf } from "@parley/base";
import { stat } from "node:fs/promises";

/** What is wrong with an absolute path, as the second half of a sentence; undefined for a folder. */
export async function findFolderProblem(folder: string): Promise<{ problem: string; cause?: unknown } | undefined> {
  try {
    return (await stat(folder)).isDirectory() ? undefined : { problem: `is not a folder: ${folder}` };
  } catch (cause) {
    return { problem: `${reasonOf(cause)}: ${folder}`, cause };
  }
}

function reasonOf(cause: unknown): string {
  const code = errorCodeOf(cause);
  if (code === "ENOENT" || code === "ENOTDIR") return "folder not found";
  return code === "EACCES" || code === "EPERM"
    ? "folder cannot be opened (permission denied)"
    : "folder cannot be opened";
}
