// Finds the file that a command name refers to, as the system would, but never in the folder that a command happens to run in.
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { wholeEntries, hasErrno } from "@parley/base";
import type { Environment } from "./environment.ts";

export interface Program {
  readonly path: string;
  readonly kind: "executable" | "file" | "folder";
}

/** The first executable file; otherwise the first entry of that name, to explain what is wrong with it. */
export async function findProgram(name: string, cwd: string, env: Environment): Promise<Program | undefined> {
  let other: Program | undefined;
  for (const path of candidates(name, cwd, env)) {
    const program = await inspect(path);
    if (program?.kind === "executable") return program;
    other ??= program;
  }
  return other;
}

function candidates(name: string, cwd: string, env: Environment): string[] {
  const isPath = name.includes("/") || (process.platform === "win32" && name.includes("\\"));
  const searched = env["PATH"] ?? env["Path"] ?? "";
  const paths = isPath
    ? [resolve(cwd, name)]
    : wholeEntries(searched, process.platform).map((folder) => join(folder, name));
  if (process.platform !== "win32") return paths;
  const endings = (env["PATHEXT"] ?? ".COM;.EXE;.BAT;.CMD").split(";");
  return paths.flatMap((path) => [path, ...endings.map((ending) => path + ending)]);
}

async function inspect(path: string): Promise<Program | undefined> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) return { path, kind: "folder" };
    await access(path, constants.X_OK);
    return { path, kind: "executable" };
  } catch (cause) {
    return isAccessError(cause) ? { path, kind: "file" } : undefined;
  }
}

function isAccessError(cause: unknown): boolean {
  return hasErrno(cause, "EACCES");
}
