// A local command, on pipes, with control over its whole process tree.
import type { ToolCallContent } from "@parley/acp";
import type { Log } from "@parley/base";
import type { Sandbox, Terminal } from "@parley/machine";
import { SECRET_VARIABLES } from "../secrets/secret-variables.ts";
import type { CommandExit, CommandOutput, CommandStart, RunningCommand } from "./session-commands.ts";
import { joinHeadAndTail, KeptHead } from "./kept-output.ts";
import { showOutput } from "./shown-output.ts";

/** Non-interactive: no pager, no colours, no prompts. */
const ENVIRONMENT = { GIT_PAGER: "cat", GIT_TERMINAL_PROMPT: "0", NO_COLOR: "1", PAGER: "cat", TERM: "dumb" } as const;

export interface LocalCommandOptions {
  readonly log: Log;
  /** Between SIGTERM and SIGKILL (default: that of terminals). */
  readonly graceMs?: number | undefined;
  readonly sandbox?: Sandbox | undefined;
}

/** Rejects if it cannot be started. */
export async function startLocally(
  start: CommandStart,
  { log, graceMs, sandbox: around }: LocalCommandOptions,
): Promise<RunningCommand> {
  const { createTerminal } = await import("@parley/machine");
  const { cwd, outputBytesMax: outputByteLimit, variables = [] } = start;
  // A single word would be looked up as a program, which `exit` and `cd` are not. The line end makes it a shell line.
  const command = `${start.command}\n`;
  // Variables that are named explicitly are passed on, secret or not.
  const named = Object.fromEntries(variables.map((name) => [name, process.env[name]]));
  const environment = { env: { ...named, ...ENVIRONMENT }, secrets: SECRET_VARIABLES };
  const sandbox = start.leavesSandbox === true ? undefined : around;
  const options = { command, cwd, outputByteLimit, ...environment, sandbox, graceMs, log };
  return new LocalCommand(await createTerminal(options));
}

class LocalCommand implements RunningCommand {
  readonly exited: Promise<CommandExit>;
  readonly #terminal: Terminal;
  readonly #head = new KeptHead();
  /** The terminal no longer has it after its release. */
  #last: CommandOutput | undefined;
  #released: Promise<void> | undefined;

  /** In the same tick in which the terminal was created, so that no output is missed. */
  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#head.push(Buffer.from(terminal.output().output));
    terminal.onData((chunk) => this.#head.push(chunk));
    this.exited = terminal.waitForExit().then(({ exitCode, signal }) => ({
      code: exitCode ?? undefined,
      signal: signal ?? undefined,
    }));
  }

  content(): readonly ToolCallContent[] {
    return showOutput(this.#read().text);
  }

  async output(): Promise<CommandOutput> {
    return this.#read();
  }

  onOutput(listener: () => void): void {
    if (this.#released === undefined) this.#terminal.onData(listener);
  }

  async kill(): Promise<void> {
    if (this.#released === undefined) await this.#terminal.kill();
    else await this.#released;
  }

  release(): Promise<void> {
    if (this.#released === undefined) {
      this.#last = this.#read();
      this.#released = this.#terminal.release();
    }
    return this.#released;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release();
  }

  #read(): CommandOutput {
    if (this.#last !== undefined) return this.#last;
    const { output, truncated } = this.#terminal.output();
    return { text: truncated ? joinHeadAndTail(this.#head.text(), output) : output, isTruncated: truncated };
  }
}
