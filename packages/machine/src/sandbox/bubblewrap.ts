// Bubblewrap on this machine: where it is, whether it can do what a sandbox needs, and what its errors mean.
import { monotonicMs, ParleyError } from "@parley/base";
import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { PROBE_KEPT_MS, PROBE_MS_MAX } from "../limits.ts";
import { planSandbox } from "./plan-sandbox.ts";
import { readSystem } from "./system-folders.ts";

const PROGRAM = "bwrap";
/** Searched before PATH: another program in PATH could take its place. */
const FOLDERS = ["/usr/bin", "/bin", "/usr/local/bin"];

export const INSTALL_BUBBLEWRAP = { label: "Install bubblewrap", command: "apt-get install bubblewrap" };

export type SandboxState =
  | { readonly isAvailable: true; readonly program: string }
  /** One sentence. */
  | { readonly isAvailable: false; readonly error: ParleyError };

/** Throws `sandbox_unavailable` if it is missing. The sandbox is never skipped: every caller needs the path. */
export function findBubblewrap(): string {
  if (process.platform !== "linux") {
    throw unavailable("it needs Linux and bubblewrap");
  }
  const folders = [...FOLDERS, ...(process.env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder))];
  const found = folders.map((folder) => join(folder, PROGRAM)).find(isExecutable);
  if (found === undefined) throw unavailable("bubblewrap is not installed", INSTALL_BUBBLEWRAP);
  return found;
}

let known: { readonly state: SandboxState; readonly atMs: number } | undefined;

/** Whether a sandbox works here, by trying. */
export async function probeSandbox(): Promise<SandboxState> {
  if (known !== undefined && monotonicMs() - known.atMs < PROBE_KEPT_MS) return known.state;
  const state = await probe();
  known = { state, atMs: monotonicMs() };
  return state;
}

async function probe(): Promise<SandboxState> {
  try {
    const program = findBubblewrap();
    const nothing = { readable: [], writable: [], roots: [], readOnly: [], hidden: [], programs: [] };
    const facts = { hasNetwork: false, isPty: false, cwd: "/", home: undefined, ...readSystem(), ...nothing };
    const problem = await run(program, [...planSandbox(facts), "--", "/bin/sh", "-c", "exit 0"]);
    return problem === undefined ? { isAvailable: true, program } : { isAvailable: false, error: explain(problem) };
  } catch (error) {
    if (error instanceof ParleyError) return { isAvailable: false, error };
    throw error;
  }
}

/** Its error output if it failed. */
function run(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: PROBE_MS_MAX, env: {} }, (error, _, stderr) => {
      resolve(error === null ? undefined : stderr.trim() || error.message);
    });
  });
}

/** Bubblewrap's own error in the output of a program that was started in it; undefined if there is none. */
export function findComplaint(stderr: string): ParleyError | undefined {
  const [, complaint] = /^bwrap: (?!execvp )(.+)$/m.exec(stderr) ?? [];
  return complaint === undefined ? undefined : explain(`bwrap: ${complaint}`);
}

const NOT_PERMITTED = /namespace|uid map|gid map|Operation not permitted|Permission denied/i;

function explain(complaint: string): ParleyError {
  const text = complaint.split("\n", 1)[0] ?? "";
  if (/unknown option/i.test(text)) {
    return unavailable(`bubblewrap 0.8 or newer is needed (${text})`, { label: "Update bubblewrap" });
  }
  if (NOT_PERMITTED.test(text)) {
    const remedy = { label: "Allow this user to create user namespaces, see docs/sandbox.md" };
    return unavailable(`this system does not permit it (${text})`, remedy);
  }
  return unavailable(text);
}

function unavailable(why: string, remedy?: { readonly label: string; readonly command?: string }): ParleyError {
  const message = `The sandbox is not available: ${why}`;
  return new ParleyError({ code: "sandbox_unavailable", message, ...(remedy !== undefined && { remedy }) });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
