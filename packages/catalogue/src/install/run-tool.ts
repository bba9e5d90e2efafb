// Runs npm or uv, reports its output line by line, and turns a failure into an error.
import { dirname } from "node:path";
import { OUTPUT_TAIL_CHARS_MAX } from "../limits.ts";
import { runProgram } from "../programs/run-program.ts";
import { withFolderInPath, type Environment } from "../programs/host-environment.ts";
import { toLaunchCommand } from "../programs/windows-command.ts";
import { installError } from "./install-error.ts";
import type { Work } from "./install-method.ts";

export interface ToolRun {
  readonly title: string;
  /** Absolute path. */
  readonly tool: string;
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Environment | undefined;
}

/** Returns its output. It runs in the folder of the installation. */
export async function runTool({ title, tool, name, args, env }: ToolRun, work: Work): Promise<string> {
  const { folder, host, limits, signal, report } = work;
  const end = await runProgram({
    ...toLaunchCommand(tool, args, host),
    cwd: folder,
    baseEnv: host.env,
    env: { ...withFolderInPath(host, dirname(tool)), ...env },
    timeoutMs: limits.toolMs,
    signal,
    onLine: (text) => report({ type: "line", text }),
  });
  const output = `${end.stdout}\n${end.stderr}`.trim();
  if (end.exitCode === 0) return output;
  const how = end.timedOut ? `did not finish within ${limits.toolMs} ms` : `failed (${end.exitCode ?? "by a signal"})`;
  throw installError(title, `${name} ${how}. The end of its output:\n${output.slice(-OUTPUT_TAIL_CHARS_MAX)}`);
}
