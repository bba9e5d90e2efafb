// Runs npm or uv, tells its lines, and makes an error of its failure.
import { dirname } from "node:path";
import { LAST_WORDS_CHARS_MAX } from "../limits.ts";
import { runProgram } from "../programs/run-program.ts";
import { withFolderInPath, type Environment } from "../programs/surroundings.ts";
import { toLaunchCommand } from "../programs/windows-command.ts";
import { installError } from "./install-error.ts";
import type { Work } from "./way.ts";

export interface ToolRun {
  readonly title: string;
  /** Whole path. */
  readonly tool: string;
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Environment | undefined;
}

/** What it wrote. Its working folder is that of the installation. */
export async function runTool({ title, tool, name, args, env }: ToolRun, work: Work): Promise<string> {
  const { folder, surroundings, limits, signal, tell } = work;
  const end = await runProgram({
    ...toLaunchCommand(tool, args, surroundings),
    cwd: folder,
    baseEnv: surroundings.env,
    env: { ...withFolderInPath(surroundings, dirname(tool)), ...env },
    timeoutMs: limits.toolMs,
    signal,
    onLine: (text) => tell({ type: "line", text }),
  });
  const output = `${end.stdout}\n${end.stderr}`.trim();
  if (end.exitCode === 0) return output;
  const how = end.timedOut
    ? `did not end within ${limits.toolMs} ms`
    : `failed (${end.exitCode ?? "ended by a signal"})`;
  throw installError(title, `${name} ${how}. Its last words:\n${output.slice(-LAST_WORDS_CHARS_MAX)}`);
}
