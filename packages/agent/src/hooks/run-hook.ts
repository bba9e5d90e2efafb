// Runs one hook: JSON on its stdin, its words within limits, and nothing of it left when it is over.
import { ParleyError, within } from "@parley/base";
import { spawnProcess, type GuardedProcess, type Sandbox } from "@parley/machine";
import type { HookSetting } from "./hook-setting.ts";
import { HOOK_DRAIN_MS, HOOK_END_GRACE_MS, HOOK_STDERR_BYTES_MAX, HOOK_STDOUT_BYTES_MAX } from "./limits.ts";

export interface HookStart {
  readonly cwd: string;
  /** What it reads. */
  readonly input: string;
  readonly env: Readonly<Record<string, string>>;
  readonly sandbox?: Sandbox | undefined;
}

export type HookRun =
  | { readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly failed: string }
  | "aborted";

/** Never rejects for what is the hook's doing. Once aborted it returns at once; the hook is ended behind it. */
export async function runHook(hook: HookSetting, start: HookStart, signal: AbortSignal): Promise<HookRun> {
  if (signal.aborted) return "aborted";
  let child: GuardedProcess;
  try {
    child = await spawnProcess({
      command: hook.command,
      args: hook.args,
      cwd: start.cwd,
      // It is the user's own program, and sees what they do: keys included.
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
  // What it left behind goes with it, and lets go of the pipes.
  const ended = child.end({ graceMs: HOOK_END_GRACE_MS });
  if (status === undefined && signal.aborted) return "aborted";
  await ended;
  if (status === undefined) return { failed: `took longer than ${hook.timeoutMs} ms and was ended` };
  await within(closed, HOOK_DRAIN_MS);
  if (child.stdoutKept.truncated) return { failed: `wrote more than ${HOOK_STDOUT_BYTES_MAX} bytes` };
  const { exitCode } = status;
  if (exitCode === null) return { failed: `was ended by ${status.signal ?? "a signal"}` };
  return { exitCode, stdout: child.stdoutKept.text(), stderr: child.stderrKept.text() };
}
