// Runs a program to completion within a time limit, and leaves none of its processes running.
import { ParleyError, within } from "@parley/base";
import { OutputRing, spawnProcess, type GuardedProcess } from "@parley/machine/processes";
import { StringDecoder } from "node:string_decoder";
import { finished } from "node:stream/promises";
import { DRAIN_GRACE_MS, TOOL_LINE_CHARS_MAX, TOOL_OUTPUT_BYTES_MAX } from "../limits.ts";
import type { Environment } from "./host-environment.ts";

export interface ProgramRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly baseEnv: Environment;
  readonly env?: Environment | undefined;
  readonly timeoutMs: number;
  readonly graceMs?: number | undefined;
  readonly outputBytesMax?: number | undefined;
  readonly onLine?: ((line: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ProgramEnd {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  /** The end of stdout and stderr. */
  readonly stdout: string;
  readonly stderr: string;
}

/** Rejects as `spawnProcess` does, and with `request_cancelled`. */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  throwIfCancelled(run.signal);
  const { command, args, cwd, env, baseEnv, onLine } = run;
  const outputBytesMax = run.outputBytesMax ?? TOOL_OUTPUT_BYTES_MAX;
  const stderrLines = splitLines(onLine);
  const child = await spawnProcess({
    command,
    args,
    cwd,
    env,
    baseEnv,
    stderrBytesMax: outputBytesMax,
    onStderr: (chunk) => stderrLines.push(chunk),
  });
  // A program that asks for input gets none.
  child.stdin.end();
  const stdoutLines = splitLines(onLine);
  const stdout = new OutputRing(outputBytesMax);
  child.stdout.on("data", (chunk: Buffer) => {
    stdout.push(chunk);
    stdoutLines.push(chunk);
  });
  const drained = finished(child.stdout, { writable: false }).catch(() => undefined);
  try {
    const timedOut = await waitForEnd(child, run);
    await within(drained, DRAIN_GRACE_MS);
    stdoutLines.end();
    stderrLines.end();
    throwIfCancelled(run.signal);
    const exitCode = timedOut ? null : (await child.exited).exitCode;
    return { exitCode, timedOut, stdout: stdout.text(), stderr: child.stderrKept.text() };
  } finally {
    // Includes processes that it left in the background.
    await child.end({ graceMs: run.graceMs });
  }
}

/** True if the time limit was reached first. */
async function waitForEnd(child: GuardedProcess, { signal, timeoutMs, graceMs }: ProgramRun): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const stopped = new Promise<"timeout" | "abort">((resolve) => {
    timer = setTimeout(() => resolve("timeout"), timeoutMs);
    onAbort = () => resolve("abort");
    signal?.addEventListener("abort", onAbort);
  });
  try {
    const how = await Promise.race([child.exited.then(() => "exit" as const), stopped]);
    if (how !== "exit") await child.end({ graceMs });
    return how === "timeout";
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort);
  }
}

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new ParleyError({ code: "request_cancelled", message: "Cancelled", cause: signal.reason });
}

/** Splits output into lines of a length that can be shown; progress bars end their lines with a carriage return. */
function splitLines(onLine: ((line: string) => void) | undefined): { push(chunk: Uint8Array): void; end(): void } {
  if (onLine === undefined) return { push: () => undefined, end: () => undefined };
  const decoder = new StringDecoder("utf8");
  let rest = "";
  const emit = (line: string): void => {
    if (line.trim() !== "") onLine(line);
  };
  return {
    push(chunk) {
      const lines = (rest + decoder.write(Buffer.from(chunk))).split(/\r\n|\r|\n/);
      rest = lines.pop() ?? "";
      for (const line of lines) emit(line.slice(0, TOOL_LINE_CHARS_MAX));
      for (; rest.length > TOOL_LINE_CHARS_MAX; rest = rest.slice(TOOL_LINE_CHARS_MAX)) {
        emit(rest.slice(0, TOOL_LINE_CHARS_MAX));
      }
    },
    end() {
      emit(rest);
      rest = "";
    },
  };
}
