// Runs the built command line as a user would, with a home of its own.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../repository/workspaces.ts";

export const PARLEY = join(root, "apps/cli/bin/parley.mjs");

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runParley(
  args: readonly string[],
  input = "",
  env: Record<string, string> = {},
): Promise<Outcome> {
  const home = await mkdtemp(join(tmpdir(), "parley-home-"));
  try {
    const child = spawn(process.execPath, [PARLEY, ...args], {
      cwd: home,
      env: { ...process.env, PARLEY_HOME: home, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.stdin.on("error", () => undefined).end(input);
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return { code, stdout, stderr };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
