// Starts a program for somebody who talks to it over its pipes, such as an agent.
import { ParleyError, within } from "@parley/base";
import type { ChildProcess, StdioOptions } from "node:child_process";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { endTree, type EndOptions, type EndReport } from "./end-tree.ts";
import { DRAIN_GRACE_MS, LAST_WORDS_CHARS_MAX, STDERR_BYTES_MAX, STDOUT_BYTES_MAX } from "./limits.ts";
import { OutputRing } from "./output-ring.ts";
import { quote } from "./spawn-error.ts";
import { prepareChild, startChild, type ChildCommand, type ExitStatus } from "./start-child.ts";
import type { ProcessTree } from "./tree-members.ts";

export interface SpawnOptions extends ChildCommand {
  /** What the program logs, as it comes. */
  readonly onStderr?: ((chunk: Uint8Array) => void) | undefined;
  /** `inherit`: the program writes to our own stderr, past us; nothing of it is kept, and nobody hears of it. */
  readonly stderr?: "inherit" | undefined;
  /** Nobody reads stdout: its end is kept, as that of stderr always is. */
  readonly keepStdout?: boolean | undefined;
  readonly stdoutBytesMax?: number | undefined;
  readonly stderrBytesMax?: number | undefined;
  /** An exit within this time is a failed start, told with the last words. Not waited for unless given. */
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
  /** Settles when the program itself has ended and what it wrote has come; never rejects. */
  readonly exited: Promise<ExitStatus>;
  /** Ends the program with everything it started. */
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
  // A program may end before it has read everything; whoever writes learns that from the write.
  stdin.on("error", () => undefined);
  const drained = stderr === undefined ? Promise.resolve() : new Promise((resolve) => stderr.once("close", resolve));
  const exited = tree.exited.then(async (status) => {
    await within(drained, DRAIN_GRACE_MS);
    return status;
  });
  const end = async (endOptions?: EndOptions): Promise<EndReport> => {
    const report = await endTree(tree, endOptions);
    // A survivor may hold the other ends; that must not keep us running.
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

/** What to say when a program has ended and was not meant to. */
export function exitError(command: string, status: ExitStatus, stderr: OutputRing): ParleyError {
  const how = status.signal === null ? `exit code ${status.exitCode}` : `signal ${status.signal}`;
  // A character outside the basic plane may have been cut in two.
  const lastWords = stderr
    .text()
    .trim()
    .slice(-LAST_WORDS_CHARS_MAX)
    .replace(/^[\uDC00-\uDFFF]/, "");
  const words = lastWords === "" ? "It wrote nothing to stderr." : `Its last words on stderr:\n${lastWords}`;
  return new ParleyError({ code: "process_exited", message: `${quote(command)} ended (${how}). ${words}` });
}

interface Pipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable | undefined;
}

function pipesOf({ stdin, stdout, stderr }: ChildProcess): Pipes {
  if (stdin !== null && stdout !== null) return { stdin, stdout, stderr: stderr ?? undefined };
  throw new ParleyError({ code: "process_failed", message: "The program was started without its pipes" });
}
