// Makes sure that Parley's home exists and is writable for its user alone, or fails with the reason.
import { ParleyError, errorCodeOf } from "@parley/base";
import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fileErrorWords } from "./file-error-words.ts";

const { R_OK, W_OK, X_OK, S_IWOTH } = constants;

/** Throws `bad_config`. */
export function ensureHome(home: string): void {
  if (isOpenToAll(home)) throw openToAll(home);
  const reason = whyUnusable(home) ?? tryToMake(home);
  if (reason === undefined) return;
  const remedy = { label: "Set PARLEY_HOME to a folder that you can write to" };
  throw new ParleyError({ code: "bad_config", message: reason, remedy });
}

/**
 * Any user of this machine could put a configuration there that runs their programs, or the address of their own
 * server.
 */
function isOpenToAll(home: string): boolean {
  const stats = statOf(home);
  return process.platform !== "win32" && stats?.isDirectory() === true && (Number(stats.mode) & S_IWOTH) !== 0;
}

function openToAll(home: string): ParleyError {
  const message = `The home folder ${home} can be changed by every user of this machine`;
  const label = "Check what is in it, then make it yours alone, or set PARLEY_HOME to another folder";
  return new ParleyError({ code: "bad_config", message, remedy: { label, command: `chmod 700 ${home}` } });
}

/** Undefined if it does not exist. */
function whyUnusable(home: string): string | undefined {
  const stats = statOf(home);
  if (stats === undefined) return undefined;
  if (!stats.isDirectory()) return `The home folder ${home} is not a folder`;
  try {
    accessSync(home, R_OK | W_OK | X_OK);
    return undefined;
  } catch (error) {
    return `The home folder ${home} cannot be written to: ${fileErrorWords(error)}`;
  }
}

function statOf(path: string): ReturnType<typeof statSync> {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // A part of the path is not a folder, which creating the home will report.
  }
}

/** Creates one level at a time, because Node's recursive mkdir never returns in a folder like /proc. */
function tryToMake(home: string): string | undefined {
  const missing: string[] = [];
  for (let folder = home; statOf(folder) === undefined && dirname(folder) !== folder; folder = dirname(folder)) {
    missing.push(folder);
  }
  try {
    for (const folder of missing.toReversed()) makeOne(folder);
    return undefined;
  } catch (error) {
    return `The home folder ${home} cannot be created: ${whyNotMade(error, home)}`;
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (statOf(folder)?.isDirectory() !== true) throw error;
  }
}

function whyNotMade(error: unknown, home: string): string {
  // Such as /proc: the folder above exists, but none can be created in it.
  return errorCodeOf(error) === "ENOENT" ? `no folder can be created in ${dirname(home)}` : fileErrorWords(error);
}
