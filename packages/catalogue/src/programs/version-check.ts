// Asks a program for its version: by starting it, or from the manifest of the package that it belongs to.
import { readTextWithin } from "@parley/home";
import { ParleyError, isObject } from "@parley/base";
import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PACKAGE_DEPTH_MAX, VERSION_GRACE_MS, VERSION_OUTPUT_BYTES_MAX } from "../limits.ts";
import { runProgram } from "./run-program.ts";
import type { Environment, Surroundings } from "./surroundings.ts";
import { findVersion, parseVersion } from "./version.ts";
import { toLaunchCommand } from "./windows-command.ts";

export interface VersionQuestion {
  readonly program: string;
  /** Without them it is not started. */
  readonly args: readonly string[] | undefined;
  readonly env: Environment;
  readonly surroundings: Surroundings;
  readonly timeoutMs: number;
}

export type VersionAnswer =
  | { readonly type: "version"; readonly version: string; readonly output: string }
  /** It did not exit in time. Where a minimum version is required, it is refused. */
  | { readonly type: "timed_out"; readonly why: string }
  /** It was started, or could have been, and gave no version. Not a reason to refuse it. */
  | { readonly type: "unknown"; readonly why: string; readonly isLasting: boolean }
  /** It cannot be started at all. */
  | { readonly type: "broken"; readonly error: ParleyError };

export async function askVersion(question: VersionQuestion): Promise<VersionAnswer> {
  const { args } = question;
  return args === undefined ? readPackageVersion(question.program) : runForVersion(question, args);
}

async function runForVersion(question: VersionQuestion, args: readonly string[]): Promise<VersionAnswer> {
  const { program, env, surroundings, timeoutMs } = question;
  try {
    const end = await runProgram({
      ...toLaunchCommand(program, args, surroundings),
      // Not the user's folder: nothing of what is there has a say in it.
      cwd: dirname(program),
      baseEnv: surroundings.env,
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
    // Short of processes or memory: that says nothing about the program.
    if (error.code === "process_failed") return { type: "unknown", why: error.message, isLasting: false };
    return { type: "broken", error };
  }
}

/** The nearest manifest above the script that has a version; a program that is no script of a package has none. */
async function readPackageVersion(program: string): Promise<VersionAnswer> {
  const unknown = { type: "unknown", why: `${program} does not say its version`, isLasting: true } as const;
  let folder: string;
  try {
    folder = dirname(await realpath(program));
  } catch {
    return { ...unknown, isLasting: false }; // Gone since it was found.
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
    // A manifest without a program is of something else: of the home folder, of a workspace.
    return manifest["bin"] === undefined ? undefined : parseVersion(manifest["version"]);
  } catch {
    return undefined; // Damaged or not ours to read: the version stays unknown.
  }
}
