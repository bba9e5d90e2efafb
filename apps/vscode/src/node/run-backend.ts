// Runs a command of the program that comes with the extension, and says why it failed.
import { ParleyError, truncate } from "@parley/base";
import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { l10n } from "vscode";
import { START_MS_MAX, START_OUTPUT_CHARS_MAX } from "../limits.ts";
import type { NodeProgram } from "./choose-node.ts";

/** Rejects with what the command wrote to stderr. */
export async function runBackend(node: NodeProgram, program: string, args: readonly string[]): Promise<void> {
  const env = { ...withoutEditor(process.env), ...node.env };
  await new Promise<void>((resolve, reject) => {
    const options = { cwd: homedir(), env, timeout: START_MS_MAX, windowsHide: true };
    execFile(node.command, [...node.args, program, ...args], options, (error, _stdout, stderr) => {
      if (error === null) resolve();
      else reject(toFailure(args, stderr.trim() || error.message));
    });
  });
}

/** What the editor sets for itself is not for a server that outlives it. */
function withoutEditor(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(name)));
}

function toFailure(args: readonly string[], output: string): ParleyError {
  const command = `parley ${args.join(" ")}`;
  const message = l10n.t("{0} failed: {1}", command, truncate(output, START_OUTPUT_CHARS_MAX));
  return new ParleyError({ code: "server_not_found", message });
}
