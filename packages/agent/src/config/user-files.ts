// User files for the agent, such as modes and commands: in `~/.parley` and in a trusted project.
import { ParleyError, hasErrno } from "@parley/base";
import { realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { messageOf } from "../text/sentences.ts";

export interface UserFolder {
  readonly path: string;
  /** The folder that links must stay within; undefined allows any target. */
  readonly root: string | undefined;
}

export interface UserFolders {
  readonly own: UserFolder;
  /** Undefined where it is the same folder: in the user's home. */
  readonly ofProject: UserFolder | undefined;
}

/** `parleyHome`: `~/.parley`. */
export function findUserFolders(
  name: string,
  places: { readonly cwd: string; readonly parleyHome: string },
): UserFolders {
  const { cwd, parleyHome } = places;
  const own = join(parleyHome, name);
  const ofProject = join(cwd, ".parley", name);
  const isOne = resolve(own) === resolve(ofProject);
  return { own: { path: own, root: undefined }, ofProject: isOne ? undefined : { path: ofProject, root: cwd } };
}

/** Undefined if it is not UTF-8. Rejects with a file error. */
export async function readUserFile({ root }: UserFolder, path: string, bytesMax: number): Promise<string | undefined> {
  // Loaded only if there is a file to read, because sessions start without it.
  const { createFiles } = await import("@parley/machine");
  const files = await createFiles({
    roots: [root ?? dirname(await realpath(path))],
    limits: { readBytesMax: bytesMax },
  });
  const { content, lossy } = await files.readTextFile({ path });
  return lossy ? undefined : content;
}

/** Why a file could not be read. */
export function describeReadFailure(error: unknown): string {
  return `could not be read: ${hasErrno(error, "ENOENT") ? "its target does not exist" : messageOf(error)}`;
}

/** Explains why the user's files are not used. */
export function untrustedProblem(what: string, { path }: UserFolder): ParleyError {
  const message = `The ${what} in ${path} are not used, because the folder is not trusted`;
  const remedy = { label: "Trust the folder, if you know who wrote them", command: "parley trust add" };
  return new ParleyError({ code: "bad_config", message, remedy });
}

/** The first problems, and the number of others. */
export function firstProblems(problems: readonly ParleyError[], max: number, what: string): readonly ParleyError[] {
  if (problems.length <= max) return problems;
  const message = `${problems.length - max} more problems with ${what}`;
  const remedy = { label: "Fix the ones listed first" };
  return [...problems.slice(0, max), new ParleyError({ code: "bad_config", message, remedy })];
}
