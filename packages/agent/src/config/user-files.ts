// Files that people write for the agent, such as modes and commands: in our own folder, and in that of a project they trust.
import { ParleyError, hasErrno } from "@parley/base";
import { realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { messageOf } from "../text/sentences.ts";

export interface UserFolder {
  readonly path: string;
  /** What a file in it may lead to; undefined: wherever its owner has put it. */
  readonly root: string | undefined;
}

export interface UserFolders {
  readonly own: UserFolder;
  /** Undefined where the two are one: in the user's own home. */
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

/** Undefined if it is no UTF-8. Rejects as `Files` does, or as the system. */
export async function readUserFile({ root }: UserFolder, path: string, bytesMax: number): Promise<string | undefined> {
  // Loaded only where there is a file to read: a session begins before that.
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
  return `could not be read: ${hasErrno(error, "ENOENT") ? "it leads nowhere" : messageOf(error)}`;
}

/** A person wonders why what they wrote is not there. */
export function untrustedProblem(what: string, { path }: UserFolder): ParleyError {
  const message = `The ${what} in ${path} are not used, because the folder is not trusted`;
  const remedy = { label: "Trust it, if you know who wrote them", command: "parley trust add" };
  return new ParleyError({ code: "bad_config", message, remedy });
}

/** The first ones, and how many more there are. */
export function firstProblems(problems: readonly ParleyError[], max: number, what: string): readonly ParleyError[] {
  if (problems.length <= max) return problems;
  const message = `There are ${problems.length - max} more problems with ${what}`;
  const remedy = { label: "Mend the ones that are named first" };
  return [...problems.slice(0, max), new ParleyError({ code: "bad_config", message, remedy })];
}
