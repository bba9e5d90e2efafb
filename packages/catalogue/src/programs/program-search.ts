// Looks for a program the way the system of the surroundings would, whichever system this process runs on.
import { findProgram } from "@parley/machine/processes";
import { join } from "node:path";
import { readVariable, searchFolders, type Surroundings } from "./surroundings.ts";

export type FoundIn = "setting" | "installed" | "path" | "known_place";

export interface FoundProgram {
  readonly path: string;
  /** `file`: without the permission to execute it. */
  readonly kind: "executable" | "file" | "folder";
}

/** The first of these files that can be executed; else the first that is there at all, to say what is wrong with it. */
export async function firstProgram(
  files: readonly string[],
  surroundings: Surroundings,
): Promise<FoundProgram | undefined> {
  let other: FoundProgram | undefined;
  for (const file of files.flatMap((path) => spellings(path, surroundings))) {
    // A whole path is looked at as it is; the folder and the environment play no part.
    const found = await findProgram(file, "/", {});
    if (found?.kind === "executable") return found;
    // A file that somebody forgot to make executable says more than a folder that happens to have the name.
    if (other === undefined || (other.kind === "folder" && found?.kind === "file")) other = found ?? other;
  }
  return other;
}

export function searchPath(name: string, surroundings: Surroundings): Promise<FoundProgram | undefined> {
  return firstProgram(
    searchFolders(surroundings).map((folder) => join(folder, name)),
    surroundings,
  );
}

/** Windows runs `goose` when there is a `goose.exe` or `goose.cmd`; a file without an ending is for another system. */
function spellings(path: string, surroundings: Surroundings): string[] {
  if (surroundings.platform !== "win32" || /\.(exe|com|cmd|bat)$/i.test(path)) return [path];
  const endings = (readVariable(surroundings, "PATHEXT") ?? ".COM;.EXE;.BAT;.CMD").split(";");
  return endings.filter((ending) => /^\.(exe|com|cmd|bat)$/i.test(ending)).map((ending) => path + ending.toLowerCase());
}
