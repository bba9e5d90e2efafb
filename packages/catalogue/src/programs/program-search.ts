// Searches for a program the way the given platform does, whatever platform this process runs on.
import { findProgram } from "@parley/machine/processes";
import { join } from "node:path";
import { readVariable, searchFolders, type HostEnvironment } from "./host-environment.ts";

export type FoundIn = "setting" | "installed" | "path" | "known_place";

export interface FoundProgram {
  readonly path: string;
  /** `file`: not executable. */
  readonly kind: "executable" | "file" | "folder";
}

/** The first of these files that is executable, else the first that exists, so that the message can say what is wrong with it. */
export async function firstProgram(files: readonly string[], host: HostEnvironment): Promise<FoundProgram | undefined> {
  let other: FoundProgram | undefined;
  for (const file of files.flatMap((path) => spellings(path, host))) {
    // An absolute path does not depend on the folder or the environment.
    const found = await findProgram(file, "/", {});
    if (found?.kind === "executable") return found;
    // A file that is not executable explains more than a folder of the same name.
    if (other === undefined || (other.kind === "folder" && found?.kind === "file")) other = found ?? other;
  }
  return other;
}

export function searchPath(name: string, host: HostEnvironment): Promise<FoundProgram | undefined> {
  return firstProgram(
    searchFolders(host).map((folder) => join(folder, name)),
    host,
  );
}

/** On Windows `goose` means `goose.exe` or `goose.cmd`; a file without an extension is not a program there. */
function spellings(path: string, host: HostEnvironment): string[] {
  if (host.platform !== "win32" || /\.(exe|com|cmd|bat)$/i.test(path)) return [path];
  const endings = (readVariable(host, "PATHEXT") ?? ".COM;.EXE;.BAT;.CMD").split(";");
  return endings.filter((ending) => /^\.(exe|com|cmd|bat)$/i.test(ending)).map((ending) => path + ending.toLowerCase());
}
