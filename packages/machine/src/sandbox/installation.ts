// The files that a program needs to run: itself, the target of its link, its package, and its interpreter.
import { closeSync, openSync, readlinkSync, readSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { HEAD_BYTES_MAX, PROGRAM_STEPS_MAX } from "../limits.ts";
import { look, lookAtLink } from "./look.ts";

export interface InstallationOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folders that are never shown as a whole, whatever they contain: the user's home, and those above it. */
  readonly isTooWide: (folder: string) => boolean;
}

export interface Installation {
  /** Existing files and folders. */
  readonly paths: Set<string>;
  /** Links on the way to them, by their path: a script finds its package by its real path. */
  readonly links: Map<string, string>;
}

/** `args`: an interpreter's script is among its arguments. */
export function findInstallation(
  [command, ...args]: readonly [string, ...string[]],
  cwd: string,
  options: InstallationOptions,
): Installation {
  const found: Installation = { paths: new Set(), links: new Map() };
  for (const path of [findInPath(command, cwd, options), ...args.map((text) => toPath(text, cwd))]) {
    if (path !== undefined) follow(path, options, found, 0);
  }
  return found;
}

/** An argument that is an absolute path: `node /opt/agent/index.js`, `--config=/etc/agent.toml`. */
function toPath(text: string, cwd: string): string | undefined {
  const value = text.startsWith("-") ? text.slice(text.indexOf("=") + 1) : text;
  if (!isAbsolute(value) && !/^\.{1,2}\//.test(value)) return undefined;
  const path = resolve(cwd, value);
  return isFile(path) ? path : undefined;
}

function follow(path: string, options: InstallationOptions, found: Installation, step: number): void {
  const { paths, links } = found;
  if (step > PROGRAM_STEPS_MAX || paths.has(path) || links.has(path)) return;
  const stats = lookAtLink(path);
  if (stats?.isSymbolicLink() === true) {
    const text = readlinkSync(path);
    links.set(path, text);
    const target = resolve(dirname(path), text);
    follow(target, options, found, step + 1);
    const real = realpath(path);
    if (real !== undefined && real !== target) follow(real, options, found, step + 1);
    return;
  }
  if (stats?.isFile() !== true) return;
  paths.add(path);
  const folder = findPackage(path);
  if (folder !== undefined && !options.isTooWide(folder)) paths.add(folder);
  for (const program of interpretersOf(path)) {
    const next = findInPath(program, dirname(path), options);
    if (next !== undefined) follow(next, options, found, step + 1);
  }
}

/**
 * The folder that belongs to a file: the outermost `node_modules` around it, otherwise the nearest package above it, otherwise
 * the prefix of a `bin` folder, as version managers create them.
 */
function findPackage(path: string): string | undefined {
  const at = path.indexOf("/node_modules/");
  if (at !== -1) return path.slice(0, at + "/node_modules".length);
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (isFile(join(folder, "package.json"))) return folder;
  }
  const folder = dirname(path);
  if (basename(folder) !== "bin") return /\.[cm]?[jt]s$|\.py$|\.rb$/.test(path) ? folder : undefined;
  const prefix = dirname(folder);
  // `~/.local/bin` and `~/bin` contain programs of many packages.
  return isFolder(join(prefix, "lib")) && basename(prefix) !== ".local" ? prefix : undefined;
}

/** `#!/usr/bin/env -S node --flag` names two programs. */
function interpretersOf(path: string): string[] {
  const [, line] = /^#!\s*([^\n]*)/.exec(readHead(path)) ?? [];
  const [program, ...words] = (line ?? "").trim().split(/\s+/);
  if (program === undefined || program === "") return [];
  const named =
    basename(program) === "env" ? words.find((word) => !word.startsWith("-") && !word.includes("=")) : undefined;
  return named === undefined ? [program] : [program, named];
}

function findInPath(command: string, cwd: string, { env }: InstallationOptions): string | undefined {
  if (command.includes("/")) return resolve(cwd, command);
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, command)).find(isFile);
}

function readHead(path: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const bytes = Buffer.alloc(HEAD_BYTES_MAX);
    return bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0));
  } catch {
    return ""; // A program that may be run but not read.
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function realpath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined; // A dangling link.
  }
}

function isFile(path: string): boolean {
  return look(path)?.isFile() === true;
}

function isFolder(path: string): boolean {
  return look(path)?.isDirectory() === true;
}
