// Where agents are looked for: the machine as this process sees it, or as a test says it is.
import { wholeEntries } from "@parley/base";
import { homedir } from "node:os";
import { join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  /** As Node says it: `x64`, `arm64`. */
  readonly arch: string;
  readonly env: Environment;
  readonly homeFolder: string;
  /** `~/.parley`, or what PARLEY_HOME says: configuration, installed agents, caches. */
  readonly parleyHome: string;
}

export function createSurroundings(given: Partial<Surroundings> = {}): Surroundings {
  const env = given.env ?? process.env;
  const homeFolder = given.homeFolder ?? homedir();
  return {
    platform: given.platform ?? process.platform,
    arch: given.arch ?? process.arch,
    env,
    homeFolder,
    parleyHome: given.parleyHome ?? (nonEmpty(env["PARLEY_HOME"]) || join(homeFolder, ".parley")),
  };
}

/** The value of a variable; Windows does not care about the case of its name. */
export function readVariable({ env, platform }: Surroundings, name: string): string | undefined {
  const value = env[name];
  if (value !== undefined || platform !== "win32") return value;
  return env[spellVariable(env, name)];
}

/** The folders of PATH that are whole paths: a program of the folder that happens to be open is nobody's agent. */
export function searchFolders(surroundings: Surroundings): string[] {
  return wholeEntries(readVariable(surroundings, "PATH") ?? "", surroundings.platform);
}

/** What a child needs on top, so that a script outside PATH finds what it is run by, which is mostly beside it. */
export function withFolderInPath(surroundings: Surroundings, folder: string): Record<string, string> {
  if (searchFolders(surroundings).includes(folder)) return {};
  const { env, platform } = surroundings;
  const separator = platform === "win32" ? ";" : ":";
  const path = searchFolders(surroundings).join(separator);
  const name = platform === "win32" ? spellVariable(env, "PATH") : "PATH";
  return { [name]: path === "" ? folder : `${path}${separator}${folder}` };
}

function spellVariable(env: Environment, name: string): string {
  const isIt = (key: string): boolean => key.toUpperCase() === name.toUpperCase() && env[key] !== undefined;
  return Object.keys(env).find(isIt) ?? name;
}

function nonEmpty(text: string | undefined): string {
  return text ?? "";
}
