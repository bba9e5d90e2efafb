// Makes sure that Parley's home exists and is writable for its user alone, or fails with the reason.
import { ParleyError, errorCodeOf } from "@parley/base";
import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

const { R_OK, W_OK, X_OK, S_IWOTH } = constants;

/** Throws `bad_config`. */
export function ensureHome(home: string): void {
  if (isOpenToAll(home)) throw openToAll(home);
  const reason = whyUnusable(home) ?? tryToMake(home);
  if (reason === undefined) return;
  const remedy = { label: "Set PARLEY_HOME to a folder that you can write to" };
  throw new ParleyError({ code: "bad_config", message: reason, remedy });
}

/** Every user of this machine could put a configuration there that runs their programs, or the address of a server of theirs. */
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
    return `The home folder ${home} cannot be written to: ${wordsOf(error)}`;
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
    return `The home folder ${home} cannot be created: ${wordsOf(error)}`;
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

function wordsOf(error: unknown): string {
  const code = errorCodeOf(error);
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  if (code === "EROFS") return "the disk is read-only";
  if (code === "ENOTDIR") return "a part of the path is not a folder";
  if (code === "ENOSPC") return "the disk is full";
  if (code === "EDQUOT") return "the disk quota is used up";
  return error instanceof Error ? error.message : String(error);
}
