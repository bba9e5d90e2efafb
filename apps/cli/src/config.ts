// Gathers the layers of configuration: flags, environment, a trusted folder's .parley/config.json, ~/.parley/config.json.
import { ParleyError, resolveSettings, settings, type ConfigSource, type Settings } from "@parley/base";
import { parseUserObject, readUserTextSync } from "@parley/home/user-files";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { ConfigFiles } from "./command.ts";

type Values = Readonly<Record<string, unknown>>;

const OWN_FOLDER = ".parley";

export interface ConfigRequest {
  readonly home: string;
  readonly cwd: string;
  readonly isTrusted: boolean;
  /** Values by the name of the setting. */
  readonly flags: Values;
}

export interface Config {
  readonly settings: Settings;
  readonly files: ConfigFiles;
  /** Settings from the command line or the environment, which apply to this process only. */
  readonly given: ReadonlySet<string>;
  /** Why the files are ignored. */
  readonly error?: ParleyError | undefined;
}

export function parleyHome(): string {
  const home = process.env["PARLEY_HOME"];
  return home === undefined || home === "" ? join(homedir(), ".parley") : resolve(home);
}

/** Whether the folder has settings or rules that need the user's trust; those in the user's home folder do not. */
export function hasWorkspaceFiles(cwd: string, home: string): boolean {
  if (join(cwd, OWN_FOLDER) === home) return false;
  return ["config.json", "rules.json"].some((name) => existsSync(join(cwd, OWN_FOLDER, name)));
}

/** Reads at most two small files, synchronously, because everything else depends on them. */
export function readConfig({ home, cwd, isTrusted, flags }: ConfigRequest): Config {
  const files = toFiles(home, cwd);
  const user = { ...files.user, values: readValues(files.user.path) };
  const workspace = isTrusted ? { ...files.workspace, values: readValues(files.workspace.path) } : files.workspace;
  const variables = readEnvironment();
  const sources: ConfigSource[] = [
    { layer: "flag", origin: "Command line", values: flags },
    { layer: "environment", origin: "Environment", values: variables },
    { layer: "workspace", origin: workspace.path, values: workspace.values },
    { layer: "user", origin: user.path, values: user.values },
  ];
  return { settings: resolveSettings(sources), files: { user, workspace }, given: namesIn(flags, variables) };
}

/** Whether the files contain keys other than plain settings. Most do not, and then no schema has to be loaded. */
export function mayHaveUnknownKeys({ user, workspace }: ConfigFiles): boolean {
  const names = [user, workspace].flatMap(({ values }) => Object.keys(values));
  return names.some((name) => !Object.hasOwn(settings, name));
}

/** Ignores the files if they are broken. */
export function readWhatFits(request: ConfigRequest): Config {
  try {
    return readConfig(request);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    const flags: ConfigSource = { layer: "flag", origin: "Command line", values: request.flags };
    const files = toFiles(request.home, request.cwd);
    return { settings: resolveSettings([flags]), files, given: namesIn(request.flags), error };
  }
}

function namesIn(...layers: readonly Values[]): ReadonlySet<string> {
  return new Set(layers.flatMap((values) => Object.keys(values).filter((name) => values[name] !== undefined)));
}

function toFiles(home: string, cwd: string): ConfigFiles {
  return {
    user: { path: join(home, "config.json"), values: {} },
    workspace: { path: join(cwd, OWN_FOLDER, "config.json"), values: {} },
  };
}

/** An empty variable counts as unset, because scripts clear variables that way. */
function readEnvironment(): Values {
  const values: Record<string, unknown> = {};
  for (const [name, { env }] of Object.entries(settings)) {
    const value = process.env[env];
    if (value !== undefined && value !== "") values[name] = value;
  }
  return values;
}

function readValues(path: string): Values {
  const text = readUserTextSync(path);
  return text === undefined ? {} : parseUserObject(path, text);
}
