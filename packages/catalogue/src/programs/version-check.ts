// Asks a program for its version: by starting it, or from the manifest of the package that it belongs to.
import { readTextWithin } from "@parley/home";
import { ParleyError, isObject } from "@parley/base";
import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PACKAGE_DEPTH_MAX, VERSION_GRACE_MS, VERSION_OUTPUT_BYTES_MAX } from "../limits.ts";
import { runProgram } from "./run-program.ts";
import type { Environment, HostEnvironment } from "./host-environment.ts";
import { findVersion, parseVersion } from "./version.ts";
import { toLaunchCommand } from "./windows-command.ts";

export interface VersionQuestion {
  readonly program: string;
  /** Undefined: the program is not started. */
  readonly args: readonly string[] | undefined;
  readonly env: Environment;
  readonly host: HostEnvironment;
  readonly timeoutMs: number;
}

export type VersionAnswer =
  | { readonly type: "version"; readonly version: string; readonly output: string }
  /** The program did not exit in time. It is refused if a minimum version is required. */
  | { readonly type: "timed_out"; readonly why: string }
  /** The program printed no version. Not a reason to refuse it. */
  | { readonly type: "unknown"; readonly why: string; readonly isLasting: boolean }
  /** The program cannot be started. */
  | { readonly type: "broken"; readonly error: ParleyError };

export async function askVersion(question: VersionQuestion): Promise<VersionAnswer> {
  const { args } = question;
  return args === undefined ? readPackageVersion(question.program) : runForVersion(question, args);
}

async function runForVersion(question: VersionQuestion, args: readonly string[]): Promise<VersionAnswer> {
  const { program, env, host, timeoutMs } = question;
  try {
    const end = await runProgram({
      ...toLaunchCommand(program, args, host),
      // Not the user's folder, whose files could change what the program does.
      cwd: dirname(program),
      baseEnv: host.env,
      env,
      timeoutMs,
      graceMs: VERSION_GRACE_MS,
      outputBytesMax: VERSION_OUTPUT_BYTES_MAX,
    });
    const output = `${end.stdout}\n${end.stderr}`;
    const version = findVersion(end.stdout) ?? findVersion(end.stderr);
    if (version !== undefined) return { type: "version", version, output };
    const what = `\`${program} ${args.join(" ")}\``;
    if (end.timedOut) return { type: "timed_out", why: `${what} did not exit within ${timeoutMs} ms` };
    const why = `${what} exited (${end.exitCode ?? "by a signal"}) without printing a version`;
    return { type: "unknown", why, isLasting: true };
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    // A shortage of processes or memory says nothing about the program.
    if (error.code === "process_failed") return { type: "unknown", why: error.message, isLasting: false };
    return { type: "broken", error };
  }
}

/** The version in the nearest package.json above the script; a program outside a package has none. */
async function readPackageVersion(program: string): Promise<VersionAnswer> {
  const unknown = { type: "unknown", why: `${program} does not report its version`, isLasting: true } as const;
  let folder: string;
  try {
    folder = dirname(await realpath(program));
  } catch {
    return { ...unknown, isLasting: false }; // Deleted since it was found.
  }
  for (let depth = 0; depth < PACKAGE_DEPTH_MAX; depth += 1) {
    const version = await readManifestVersion(join(folder, "package.json"));
    if (version !== undefined) return { type: "version", version, output: version };
    if (dirname(folder) === folder) break;
    folder = dirname(folder);
  }
  return unknown;
}

async function readManifestVersion(path: string): Promise<string | undefined> {
  try {
    const manifest: unknown = JSON.parse((await readTextWithin(path)) ?? "null");
    if (!isObject(manifest) || typeof manifest["version"] !== "string") return undefined;
    // A package.json without `bin` belongs to something else: the home folder, a workspace.
    return manifest["bin"] === undefined ? undefined : parseVersion(manifest["version"]);
  } catch {
    return undefined; // Damaged or unreadable: the version stays unknown.
  }
}
