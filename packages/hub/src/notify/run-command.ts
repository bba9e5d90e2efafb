// Runs the user's own command with a few variables: bounded in time and output, and nothing is left behind.
import { ParleyError, within } from "@parley/base";
import { spawnProcess, type GuardedProcess } from "@parley/machine";
import { isSecretName } from "@parley/policy";
import { NOTIFY_END_GRACE_MS, NOTIFY_MS, NOTIFY_OUTPUT_BYTES_MAX } from "../limits.ts";

export interface NotifyCommand {
  readonly command: string;
  readonly args: readonly string[] | undefined;
  readonly cwd: string;
}

export type NotifyVariables = Readonly<
  Record<
    | "PARLEY_EVENT"
    | "PARLEY_SESSION"
    | "PARLEY_TITLE"
    | "PARLEY_TEXT"
    | "PARLEY_FOLDER"
    | "PARLEY_TURN"
    | "PARLEY_QUESTION"
    | "PARLEY_EVENT_AGENT",
    string
  >
>;

/** What went wrong, as the rest of a sentence; undefined if it exited with 0 or was aborted. */
export async function runCommand(
  { command, args, cwd }: NotifyCommand,
  variables: NotifyVariables,
  signal: AbortSignal,
): Promise<string | undefined> {
  let child: GuardedProcess;
  try {
    child = await spawnProcess({
      command,
      args,
      cwd,
      env: variables,
      secrets: Object.keys(process.env).filter(isSecretName),
      keepStdout: true,
      stdoutBytesMax: NOTIFY_OUTPUT_BYTES_MAX,
      stderrBytesMax: NOTIFY_OUTPUT_BYTES_MAX,
    });
  } catch (error) {
    if (error instanceof ParleyError) return `could not be started: ${error.message}`;
    throw error;
  }
  child.stdin.end();
  const status = await within(child.exited, NOTIFY_MS, { signal });
  await child.end({ graceMs: NOTIFY_END_GRACE_MS });
  if (signal.aborted) return undefined;
  if (status === undefined) return `was stopped after ${NOTIFY_MS / 1_000} s`;
  if (status.exitCode === 0) return undefined;
  return `exited with ${status.exitCode === null ? (status.signal ?? "a signal") : `code ${status.exitCode}`}`;
}
