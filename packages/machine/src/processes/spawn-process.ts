// Starts a program that is talked to over its pipes, such as an agent.
import { ParleyError, within } from "@parley/base";
import type { ChildProcess, StdioOptions } from "node:child_process";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { endTree, type EndOptions, type EndReport } from "./end-tree.ts";
import { DRAIN_GRACE_MS, LAST_WORDS_CHARS_MAX, STDERR_BYTES_MAX, STDOUT_BYTES_MAX } from "../limits.ts";
import { OutputRing } from "./output-ring.ts";
import { quote } from "./spawn-error.ts";
import { prepareChild, startChild, type ChildCommand, type ExitStatus } from "./start-child.ts";
import type { ProcessTree } from "./tree-members.ts";

export interface SpawnOptions extends ChildCommand {
  /** Stderr of the program, as it arrives. */
  readonly onStderr?: ((chunk: Uint8Array) => void) | undefined;
  /** `inherit`: the program writes directly to our own stderr, and nothing of it is kept. */
  readonly stderr?: "inherit" | undefined;
  /** Stdout has no reader: its end is kept, as that of stderr always is. */
  readonly keepStdout?: boolean | undefined;
  readonly stdoutBytesMax?: number | undefined;
  readonly stderrBytesMax?: number | undefined;
  /** An exit within this time is a failed start, reported with the end of stderr (default: not awaited). */
  readonly settleMs?: number | undefined;
}

export interface GuardedProcess {
  readonly pid: number;
  readonly tree: ProcessTree;
  readonly stdin: Writable;
  /** For the caller to read, unless it is kept. */
  readonly stdout: Readable;
  readonly stdoutKept: OutputRing;
  readonly stderrKept: OutputRing;
  /** Settles when the program itself has exited and its output has arrived; never rejects. */
  readonly exited: Promise<ExitStatus>;
  /** Ends the program and everything it started. */
  end(options?: EndOptions): Promise<EndReport>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Rejects with `process_not_found`, `process_not_executable`, `process_cwd_missing`, `process_exited` or `process_failed`. */
export async function spawnProcess(options: SpawnOptions): Promise<GuardedProcess> {
  const prepared = await prepareChild(options);
  const stdio: StdioOptions = ["pipe", "pipe", options.stderr ?? "pipe"];
  const { process: child, tree } = await startChild(options, stdio, prepared);
  const { stdin, stdout, stderr } = pipesOf(child);
  const stdoutKept = new OutputRing(options.stdoutBytesMax ?? STDOUT_BYTES_MAX);
  const stderrKept = new OutputRing(options.stderrBytesMax ?? STDERR_BYTES_MAX);
  if (options.keepStdout === true) stdout.on("data", (chunk: Buffer) => stdoutKept.push(chunk));
  stderr?.on("data", (chunk: Buffer) => {
    stderrKept.push(chunk);
    options.onStderr?.(chunk);
  });
  // A program may exit before it has read everything; a write reports that to its caller.
  stdin.on("error", () => undefined);
  const drained = stderr === undefined ? Promise.resolve() : new Promise((resolve) => stderr.once("close", resolve));
  const exited = tree.exited.then(async (status) => {
    await within(drained, DRAIN_GRACE_MS);
    return status;
  });
  const end = async (endOptions?: EndOptions): Promise<EndReport> => {
    const report = await endTree(tree, endOptions);
    // A survivor may hold the other ends; that must not keep this process alive.
    for (const pipe of [stdin, stdout, stderr]) if (pipe instanceof Socket) pipe.unref();
    return report;
  };
  const result: GuardedProcess = {
    pid: tree.pid,
    tree,
    stdin,
    stdout,
    stdoutKept,
    stderrKept,
    exited,
    end,
    async [Symbol.asyncDispose]() {
      await end();
    },
  };
  const early = options.settleMs === undefined ? undefined : await within(exited, options.settleMs);
  if (early === undefined) return result;
  await end();
  throw exitError(options.command, early, stderrKept);
}

/** The error for a program that exited unexpectedly. */
export function exitError(command: string, status: ExitStatus, stderr: OutputRing): ParleyError {
  const how = status.signal === null ? `exited with code ${status.exitCode}` : `was killed by ${status.signal}`;
  // A character outside the basic plane may have been cut in two.
  const lastWords = stderr
    .text()
    .trim()
    .slice(-LAST_WORDS_CHARS_MAX)
    .replace(/^[\uDC00-\uDFFF]/, "");
  const none = status.signal === null ? " and no error output." : " without error output.";
  const output = lastWords === "" ? none : `. The end of its error output:\n${lastWords}`;
  return new ParleyError({ code: "process_exited", message: `${quote(command)} ${how}${output}` });
}

interface Pipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable | undefined;
}

function pipesOf({ stdin, stdout, stderr }: ChildProcess): Pipes {
  if (stdin !== null && stdout !== null) return { stdin, stdout, stderr: stderr ?? undefined };
  throw new ParleyError({ code: "process_failed", message: "The program was started without pipes" });
}
