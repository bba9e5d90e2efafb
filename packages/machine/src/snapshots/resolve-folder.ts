// The real path of a folder, without links.
import { realpath, stat } from "node:fs/promises";
import { fileError, guardErrors } from "../files/file-error.ts";
import { parsePath } from "../files/path-syntax.ts";

export function resolveFolder(path: string): Promise<string> {
  return guardErrors("open", path, async () => {
    const real = await realpath(parsePath(path));
    if ((await stat(real)).isDirectory()) return real;
    throw fileError("file_path_invalid", path, "is not a folder");
  });
}
