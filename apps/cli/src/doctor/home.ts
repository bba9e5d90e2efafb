// Checks Parley's home: that it exists, is private and readable, and that its files are valid.
import { openRulesFile } from "@parley/home/rules";
import { ParleyError, plural, resolveSettings, type ConfigLayer } from "@parley/base";
import { constants } from "node:fs";
import { mkdtemp, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ConfigFile } from "../command.ts";
import { configSchema } from "../schemas/config-schema.ts";
import { describeUnknownKey, findUnknownKeys } from "../schemas/unknown-keys.ts";
import { fail, ok, warn, type Check, type Finding } from "./finding.ts";

/** The permission bits of other users. */
const OTHERS = 0o077;

export const checkHome: Check = async ({ home }) => {
  const stats = await stat(home).catch(() => undefined);
  if (stats !== undefined && !stats.isDirectory())
    return [fail("home", `${home} is not a folder`, "Move it away, or set PARLEY_HOME")];
  const problem = await writeProblem(stats === undefined ? await nearestFolder(home) : home);
  if (problem !== undefined) return [unwritable(home, stats !== undefined, problem)];
  if (stats === undefined) return [ok("home", `${home} will be created when needed`)];
  return [ok("home", `${home} is writable`), checkPrivate(home, stats.mode)];
};

function checkPrivate(home: string, mode: number): Finding {
  if (process.platform === "win32" || (mode & OTHERS) === 0) return ok("home-private", "Only you can read it");
  const fix = `chmod 700 ${quote(home)}`;
  if ((mode & constants.S_IWOTH) === 0)
    return warn("home-private", "Other users of this machine can read your sessions", fix);
  return fail("home-private", `Every user of this machine can change ${home}: check what is in it`, fix);
}

function unwritable(home: string, isThere: boolean, problem: string): Finding {
  const elsewhere = "set PARLEY_HOME to a folder that you can write to";
  if (!isThere) return fail("home", `${home} cannot be created (${problem})`, `S${elsewhere.slice(1)}`);
  const fix = problem === "EACCES" ? `chmod u+rwx ${quote(home)}, or ${elsewhere}` : `S${elsewhere.slice(1)}`;
  return fail("home", `${home} is not writable (${problem})`, fix);
}

/** Writes a file, because permissions do not reveal a full or read-only disk. */
async function writeProblem(folder: string): Promise<string | undefined> {
  try {
    await rmdir(await mkdtemp(join(folder, ".parley-doctor-")));
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message;
  }
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  const isThere = await stat(parent).then(
    () => true,
    () => false, // The reason does not matter.
  );
  return isThere || parent === path ? parent : nearestFolder(parent);
}

export const checkConfig: Check = ({ config, configError }) => {
  if (configError !== undefined) return Promise.resolve([toFailure(configError, config.user)]);
  const findings = [checkFile("user", config.user), checkFile("workspace", config.workspace)].flat();
  return Promise.resolve(findings.length > 0 ? findings : [ok("config", "The configuration can be read")]);
};

/** Also checks settings that a flag or a variable overrides in this run. */
function checkFile(layer: ConfigLayer, file: ConfigFile): readonly Finding[] {
  const { path, values } = file;
  const warnings = findUnknownKeys(values, configSchema()).map((key) =>
    warn("config", `${path}: ${describeUnknownKey(key)}`, "See all settings: parley schema config"),
  );
  try {
    resolveSettings([{ layer, origin: path, values }]);
    return warnings;
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return [toFailure(error, file), ...warnings];
  }
}

function toFailure({ message, remedy }: ParleyError, { path }: ConfigFile): Finding {
  return fail("config", message, remedy?.label ?? `Fix ${path}, or the variable it names`);
}

export const checkRules: Check = async ({ home }) => {
  const file = openRulesFile(home);
  const { problems } = await file.read();
  if (problems.length === 0) {
    const count = (await file.list()).length;
    return [
      ok(
        "rules",
        count === 0
          ? "No rules yet"
          : `${plural(count, "rule or remembered choice", "rules and remembered choices")} can be read`,
      ),
    ];
  }
  return problems.map(({ message, remedy }) => fail("rules", message, remedy?.label ?? `Correct ${file.path}`));
};

function quote(path: string): string {
  return /[^\w@%+=:,./-]/.test(path) ? `'${path.replaceAll("'", String.raw`'\''`)}'` : path;
}
