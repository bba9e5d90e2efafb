// The platform, folders and variables that agents are searched with: those of this process, or those of a test.
import { wholeEntries } from "@parley/base";
import { homedir } from "node:os";
import { join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface HostEnvironment {
  readonly platform: NodeJS.Platform;
  /** As in `process.arch`: `x64`, `arm64`. */
  readonly arch: string;
  readonly env: Environment;
  readonly homeFolder: string;
  /** `~/.parley` or PARLEY_HOME: configuration, installed agents, caches. */
  readonly parleyHome: string;
}

export function createHostEnvironment(given: Partial<HostEnvironment> = {}): HostEnvironment {
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

/** The value of a variable. On Windows the case of its name does not matter. */
export function readVariable({ env, platform }: HostEnvironment, name: string): string | undefined {
  const value = env[name];
  if (value !== undefined || platform !== "win32") return value;
  return env[spellVariable(env, name)];
}

/** The absolute folders of PATH: a program in the current folder is never taken for an agent. */
export function searchFolders(host: HostEnvironment): string[] {
  return wholeEntries(readVariable(host, "PATH") ?? "", host.platform);
}

/** Adds the folder to PATH for a child process, so that a script outside PATH finds its interpreter, which is usually beside it. */
export function withFolderInPath(host: HostEnvironment, folder: string): Record<string, string> {
  if (searchFolders(host).includes(folder)) return {};
  const { env, platform } = host;
  const separator = platform === "win32" ? ";" : ":";
  const path = searchFolders(host).join(separator);
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
