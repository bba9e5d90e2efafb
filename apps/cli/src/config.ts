// Gathers the layers of configuration: flags, environment, ~/.parley/config.json.
import { ParleyError, resolveSettings, settings, type ConfigSource, type Settings } from "@parley/base";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

const FLAGS: Readonly<Record<string, keyof Settings>> = { "--log-level": "logLevel", "--color": "color" };

type Values = Record<string, unknown>;

/** Takes the flags that every command knows out of the arguments; what follows `--` is not ours. */
export function takeGlobalFlags(argv: readonly string[]): { flags: Values; args: string[] } {
  const flags: Values = {};
  const args: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const arg = argv[index] ?? "";
    if (arg === "--") return { flags, args: [...args, ...argv.slice(index)] };
    const [flag = "", inline] = arg.split("=", 2);
    const name = FLAGS[flag];
    if (name === undefined) {
      args.push(arg);
      continue;
    }
    const value = inline ?? argv[(index += 1)];
    if (value === undefined) throw new ParleyError({ code: "usage", message: `${flag} needs a value` });
    flags[name] = value;
  }
  return { flags, args };
}

export async function readSettings(flags: Values): Promise<Settings> {
  const environment: Values = {};
  for (const [name, { env }] of Object.entries(settings)) environment[name] = process.env[env];
  const sources: ConfigSource[] = [
    { layer: "flag", origin: "Command line", values: flags },
    { layer: "environment", origin: "Environment", values: environment },
  ];
  const path = join(parleyHome(), "config.json");
  const user = await readConfigFile(path);
  if (user !== undefined) sources.push({ layer: "user", origin: path, values: user });
  return resolveSettings(sources);
}

function parleyHome(): string {
  return process.env["PARLEY_HOME"] ?? join(homedir(), ".parley");
}

async function readConfigFile(path: string): Promise<Values | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new ParleyError({ code: "bad_config", message: `${path} cannot be read`, cause });
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Values;
  } catch (cause) {
    throw new ParleyError({ code: "bad_config", message: `${path} is not JSON: ${(cause as Error).message}`, cause });
  }
  throw new ParleyError({ code: "bad_config", message: `${path} must hold a JSON object` });
}
