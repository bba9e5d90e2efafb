// Real child processes for tests: started with a marker, ended by pid, and nothing may be left behind.
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { StringDecoder } from "node:string_decoder";
import { createNdjsonTransport, type RpcLimits, type Transport } from "@parley/rpc";
import { END_WAIT_MS, STDERR_CHARS_MAX, STDERR_WAIT_MS } from "./limits.ts";
import { createMarker, type Marker } from "./marked-processes.ts";

export interface ProgramExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ChildProgram extends AsyncDisposable {
  readonly pid: number;
  readonly stdin: ChildProcessWithoutNullStreams["stdin"];
  readonly stdout: ChildProcessWithoutNullStreams["stdout"];
  /** Settles when the process has ended and everything that it wrote to stderr is here. */
  readonly exited: Promise<ProgramExit>;
  readonly marker: Marker;
  /** The end of what it wrote to stderr so far. */
  stderr(): string;
  /** Every byte it wrote there, counted. */
  stderrBytes(): number;
  /** Everything that it writes to stdout, once that is closed. In place of a transport. */
  output(): Promise<string>;
  /** A transport over its pipes. Once only. */
  transport(limits?: Partial<RpcLimits>): Transport;
}

export interface StartOptions {
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A test that timed out disposes of nothing; its children must not outlive the run all the same. */
const running = new Set<ChildProcessWithoutNullStreams>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Runs a JavaScript file with this very Node. Disposing ends it, and fails if it left processes behind. */
export function startProgram(file: string, options: StartOptions = {}): ChildProgram {
  const marker = createMarker();
  const child = spawn(process.execPath, [file, ...(options.args ?? [])], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env, ...marker.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return new SpawnedProgram(child, marker, file);
}

async function untilExited(child: ChildProcessWithoutNullStreams): Promise<ProgramExit> {
  const closed = new Promise((resolve) => child.stderr.once("close", resolve));
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  // The exit may be known before the end of stderr is read; a process that was left behind may keep stderr open.
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([closed, new Promise((resolve) => (timer = setTimeout(resolve, STDERR_WAIT_MS)))]);
  clearTimeout(timer);
  return { code, signal };
}

class SpawnedProgram implements ChildProgram {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #file: string;
  readonly marker: Marker;
  readonly exited: Promise<ProgramExit>;
  #stderr = "";
  #stderrBytes = 0;

  constructor(child: ChildProcessWithoutNullStreams, marker: Marker, file: string) {
    this.#child = child;
    this.#file = file;
    this.marker = marker;
    this.exited = untilExited(child);
    // A dead child's input fails; the writer learns of it through the transport.
    child.stdin.on("error", () => undefined);
    // A pipe may be cut within a character.
    const decoder = new StringDecoder("utf8");
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderrBytes += chunk.length;
      this.#stderr = (this.#stderr + decoder.write(chunk)).slice(-STDERR_CHARS_MAX);
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get stdin(): ChildProcessWithoutNullStreams["stdin"] {
    return this.#child.stdin;
  }

  get stdout(): ChildProcessWithoutNullStreams["stdout"] {
    return this.#child.stdout;
  }

  stderr(): string {
    return this.#stderr;
  }

  stderrBytes(): number {
    return this.#stderrBytes;
  }

  output(): Promise<string> {
    return text(this.#child.stdout);
  }

  transport(limits: Partial<RpcLimits> = {}): Transport {
    return createNdjsonTransport(this.#child.stdout, this.#child.stdin, { limits });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.stdin.end();
      this.#child.stdout.resume();
      const timer = setTimeout(() => this.#child.kill("SIGKILL"), END_WAIT_MS);
      await this.exited;
      clearTimeout(timer);
    }
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    const orphans = await this.marker.reap();
    if (orphans.length > 0) throw new Error(`${this.#file} left processes behind: ${orphans.join(", ")}`);
  }
}
