// A command in a terminal of the client, where the user can watch it.
import type { TerminalExitStatus, ToolCallContent } from "@parley/acp";
import { ParleyError, type Log, within } from "@parley/base";
import { setTimeout as sleep } from "node:timers/promises";
import { isMissing, toClientError } from "./client-error.ts";
import type { ReachedClient } from "./client-files.ts";
import type { CommandExit, CommandOutput, CommandStart, RunningCommand } from "./session-commands.ts";
import { CLIENT_ANSWER_MS_MAX, CLIENT_KILL_MS_MAX, EXIT_LOOK_MS, RELEASED_EXIT_MS_MAX } from "../limits.ts";

export interface ClientTerminals {
  readonly client: ReachedClient;
  readonly sessionId: string;
  readonly log: Log;
}

const UNKNOWN_EXIT: CommandExit = { code: undefined, signal: undefined };

/** Rejects as the client does. Creating a terminal is never cancelled: without its id it could not be stopped. */
export async function startAtClient(terminals: ClientTerminals, start: CommandStart): Promise<RunningCommand> {
  const { client, sessionId } = terminals;
  const { command, cwd, outputBytesMax: outputByteLimit } = start;
  const create = async (words: { command: string; args?: string[] }): Promise<RunningCommand> => {
    const options = { timeoutMs: CLIENT_ANSWER_MS_MAX };
    const request = { sessionId, ...words, cwd, outputByteLimit };
    const { terminalId } = await client.request("terminal/create", request, options);
    return new ClientCommand(terminals, terminalId);
  };
  try {
    // Editors pass the line to a shell unchanged and append arguments unquoted.
    return await create({ command });
  } catch (error) {
    // Other clients take it as the name of a program.
    if (!isMissing(error)) throw error;
    return create({ command: "/bin/sh", args: ["-c", command] });
  }
}

class ClientCommand implements RunningCommand {
  readonly exited: Promise<CommandExit>;
  readonly #terminals: ClientTerminals;
  readonly #terminal: { readonly sessionId: string; readonly terminalId: string };
  #settle: (exit: CommandExit) => void = () => undefined;
  #hasEnded = false;
  #last: CommandOutput = { text: "", isTruncated: false };
  #killed: Promise<void> | undefined;
  #released: Promise<void> | undefined;

  constructor(terminals: ClientTerminals, terminalId: string) {
    this.#terminals = terminals;
    this.#terminal = { sessionId: terminals.sessionId, terminalId };
    this.exited = new Promise((resolve) => {
      this.#settle = (exit) => {
        this.#hasEnded = true;
        resolve(exit);
      };
    });
    void this.#waitForExit().then(this.#settle);
  }

  content(): readonly ToolCallContent[] {
    return [{ type: "terminal", terminalId: this.#terminal.terminalId }];
  }

  async output(): Promise<CommandOutput> {
    if (this.#released !== undefined) return this.#last;
    try {
      const { output, truncated } = await this.#terminals.client.request("terminal/output", this.#terminal);
      this.#last = { text: output, isTruncated: truncated };
      return this.#last;
    } catch (error) {
      throw toClientError(error, "look at", "the output of a terminal");
    }
  }

  /** The client shows the output itself. */
  onOutput(): void {}

  kill(): Promise<void> {
    this.#killed ??= this.#kill();
    return this.#killed;
  }

  release(): Promise<void> {
    this.#released ??= this.#release();
    return this.#released;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.release();
  }

  async #kill(): Promise<void> {
    if (this.#hasEnded || this.#released !== undefined) return this.#released;
    try {
      await this.#terminals.client.request("terminal/kill", this.#terminal);
    } catch (cause) {
      this.#terminals.log.write("warn", "the client did not stop a command; releasing its terminal", { cause });
      return this.release();
    }
    await within(this.exited, CLIENT_KILL_MS_MAX);
  }

  /** Releasing a terminal also ends its command. */
  async #release(): Promise<void> {
    try {
      await this.#terminals.client.request("terminal/release", this.#terminal);
    } catch (cause) {
      // The terminal was closed with the connection or the session.
      this.#terminals.log.write("warn", "releasing a terminal of the client failed", { cause });
    }
    await within(this.exited, RELEASED_EXIT_MS_MAX);
    this.#settle(UNKNOWN_EXIT);
  }

  async #waitForExit(): Promise<CommandExit> {
    try {
      return toExit(await this.#terminals.client.request("terminal/wait_for_exit", this.#terminal));
    } catch (cause) {
      if (this.#released !== undefined || cause instanceof ParleyError) return UNKNOWN_EXIT;
      this.#terminals.log.write("info", "the client does not report when a command ends; polling instead", { cause });
      return this.#lookForExit();
    }
  }

  async #lookForExit(): Promise<CommandExit> {
    while (this.#released === undefined) {
      try {
        const { exitStatus } = await this.#terminals.client.request("terminal/output", this.#terminal);
        if (exitStatus !== undefined && exitStatus !== null) return toExit(exitStatus);
      } catch (cause) {
        this.#terminals.log.write("warn", "the client has lost a terminal", { cause });
        return UNKNOWN_EXIT;
      }
      await sleep(EXIT_LOOK_MS);
    }
    return UNKNOWN_EXIT;
  }
}

function toExit({ exitCode, signal }: TerminalExitStatus): CommandExit {
  return { code: exitCode ?? undefined, signal: signal ?? undefined };
}
