// Finds out why a program could not be started: the system reports ENOENT for three different reasons.
import { ParleyError, type ErrorFields, errorCodeOf, truncate } from "@parley/base";
import { open, stat, type FileHandle } from "node:fs/promises";
import type { Environment } from "./environment.ts";
import { SCRIPT_HEAD_BYTES } from "../limits.ts";
import { findProgram, type Program } from "./program.ts";

export interface Attempt {
  readonly file: string;
  readonly cwd: string;
  readonly env: Environment;
}

/** What the system is short of, by errno. */
const SHORTAGES: Readonly<Record<string, string>> = {
  E2BIG: "its arguments and environment are larger than the system allows",
  EAGAIN: "the machine has no room for another process",
  EMFILE: "too many files are open in this process",
  ENFILE: "too many files are open on this machine",
  ENOMEM: "the machine is out of memory",
};

export async function toSpawnError(attempt: Attempt, cause: unknown): Promise<ParleyError> {
  const errno = errorCodeOf(cause) ?? "";
  const shortage = SHORTAGES[errno];
  if (shortage !== undefined) return failure(attempt.file, shortage, cause);
  const obstacle = await findObstacle(attempt);
  if (obstacle !== undefined) return new ParleyError({ ...obstacle, cause });
  if (errno === "ENOENT") return new ParleyError({ ...(await missingInterpreter(attempt)), cause });
  if (errno === "EACCES" || errno === "ENOEXEC") return new ParleyError({ ...notExecutable(attempt.file), cause });
  return failure(attempt.file, cause instanceof Error ? cause.message : String(cause), cause);
}

/** What would prevent the start, as far as that is visible without trying. */
export async function findObstacle({ file, cwd, env }: Attempt): Promise<ErrorFields | undefined> {
  if (!(await isFolder(cwd))) {
    const message = `${quote(file)} was not started: its working folder ${quote(cwd)} does not exist or cannot be entered`;
    return { code: "process_cwd_missing", message };
  }
  const program = await findProgram(file, cwd, env);
  if (program?.kind === "executable") return undefined;
  return program === undefined ? notFound(file) : notExecutable(program);
}

function notFound(file: string): ErrorFields {
  const remedy = { label: "Install it, or give its full path" };
  return { code: "process_not_found", message: `Program ${quote(file)} not found`, remedy };
}

function notExecutable(program: Program | string): ErrorFields {
  if (typeof program === "string") {
    return { code: "process_not_executable", message: `${quote(program)} may not be executed here` };
  }
  if (program.kind === "folder") {
    return { code: "process_not_executable", message: `${quote(program.path)} is a folder, not a program` };
  }
  const remedy = { label: "Make it executable", command: `chmod +x ${JSON.stringify(program.path)}` };
  return { code: "process_not_executable", message: `${quote(program.path)} is not executable`, remedy };
}

/** The file exists and is executable, yet something is not found: its interpreter or loader. */
async function missingInterpreter({ file, cwd, env }: Attempt): Promise<ErrorFields> {
  const path = (await findProgram(file, cwd, env))?.path ?? file;
  const [, interpreter] = /^#!\s*(\S+)/.exec(await readHead(path)) ?? [];
  const what = interpreter === undefined ? "a loader" : quote(interpreter);
  return { code: "process_not_executable", message: `${quote(path)} needs ${what}, which was not found` };
}

function failure(file: string, why: string, cause: unknown): ParleyError {
  return new ParleyError({ code: "process_failed", message: `${quote(file)} could not be started: ${why}`, cause });
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function readHead(path: string): Promise<string> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SCRIPT_HEAD_BYTES), 0, SCRIPT_HEAD_BYTES, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } catch {
    return ""; // A program that may be run but not read.
  } finally {
    await file?.close();
  }
}

/** Names come from agents: one line of bounded length, whatever they contain. */
export function quote(name: string): string {
  return JSON.stringify(truncate(name, 200));
}
