// Runs one hook: JSON on stdin, bounded output, and no process left afterwards.
import { ParleyError, within } from "@parley/base";
import { spawnProcess, type GuardedProcess, type Sandbox } from "@parley/machine";
import type { HookSetting } from "./hook-setting.ts";
import { HOOK_DRAIN_MS, HOOK_END_GRACE_MS, HOOK_STDERR_BYTES_MAX, HOOK_STDOUT_BYTES_MAX } from "../limits.ts";

export interface HookStart {
  readonly cwd: string;
  /** Its standard input. */
  readonly input: string;
  readonly env: Readonly<Record<string, string>>;
  readonly sandbox?: Sandbox | undefined;
}

export type HookRun =
  | { readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly failed: string }
  | "aborted";

/** Never rejects because of the hook. When aborted it returns at once, and the hook is ended in the background. */
export async function runHook(hook: HookSetting, start: HookStart, signal: AbortSignal): Promise<HookRun> {
  if (signal.aborted) return "aborted";
  let child: GuardedProcess;
  try {
    child = await spawnProcess({
      command: hook.command,
      args: hook.args,
      cwd: start.cwd,
      // The user's own program, so it gets the full environment, including keys.
      env: start.env,
      sandbox: start.sandbox,
      keepStdout: true,
      stdoutBytesMax: HOOK_STDOUT_BYTES_MAX,
      stderrBytesMax: HOOK_STDERR_BYTES_MAX,
    });
  } catch (error) {
    if (error instanceof ParleyError) return { failed: `could not be started: ${error.message}` };
    throw error;
  }
  const closed = new Promise<void>((resolve) => child.stdout.once("close", () => resolve()));
  child.stdin.end(start.input);
  const status = await within(child.exited, hook.timeoutMs, { signal });
  // Its child processes are ended as well, which closes the pipes.
  const ended = child.end({ graceMs: HOOK_END_GRACE_MS });
  if (status === undefined && signal.aborted) return "aborted";
  await ended;
  if (status === undefined) return { failed: `timed out after ${hook.timeoutMs} ms` };
  await within(closed, HOOK_DRAIN_MS);
  if (child.stdoutKept.truncated) return { failed: `printed more than ${HOOK_STDOUT_BYTES_MAX} bytes` };
  const { exitCode } = status;
  if (exitCode === null) return { failed: `was killed by ${status.signal ?? "a signal"}` };
  return { exitCode, stdout: child.stdoutKept.text(), stderr: child.stderrKept.text() };
}
