// Checks what Parley needs on the machine: Node, git, pseudo-terminals.
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { fail, ok, warn, type Check, type Finding } from "./finding.ts";
import { PROGRAM_CHECK_MS } from "../limits.ts";

const NODE_FLOOR = [20, 19] as const;

const run = promisify(execFile);

export const checkNode: Check = () => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [floorMajor, floorMinor] = NODE_FLOOR;
  const isNew = major > floorMajor || (major === floorMajor && minor >= floorMinor);
  const text = `Node ${process.versions.node}`;
  return Promise.resolve([
    isNew
      ? ok("node", text)
      : fail("node", `${text} is too old`, `Install Node ${NODE_FLOOR.join(".")} or newer: https://nodejs.org`),
  ]);
};

/** Agents and users need git; Parley itself does not. */
export const checkGit: Check = async () => {
  try {
    const { stdout } = await run("git", ["--version"], { timeout: PROGRAM_CHECK_MS });
    return [ok("git", stdout.trim())];
  } catch {
    return [warn("git", "git not found; most coding agents need it", "Install git: https://git-scm.com")];
  }
};

export const checkPty: Check = async () => {
  try {
    const { spawn } = await import("@lydell/node-pty");
    const terminal = spawn(process.execPath, ["-e", "0"], { cwd: tmpdir() });
    const code = await new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
    return [code === 0 ? ok("pty", "Pseudo-terminals work") : ptyMissing(`a test program exited with code ${code}`)];
  } catch (error) {
    return [ptyMissing(describe(error))];
  }
};

function ptyMissing(why: string): Finding {
  return warn(
    "pty",
    `Pseudo-terminals do not work: ${why}. Agents' commands run without a terminal`,
    "Reinstall Parley on this machine",
  );
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
