// Runs the commands of one session: in terminals of the client where supported, otherwise locally. None outlives the session.
import { ParleyError, within, ABORTED, untilAborted } from "@parley/base";
import type { Sandbox } from "@parley/machine";
import { cancelled, isMethodMissing, toClientError } from "./client-error.ts";
import { startAtClient, type ClientTerminals } from "./client-command.ts";
import type { SessionCommands, CommandStart, RunningCommand } from "./session-commands.ts";
import { CLIENT_KILL_MS_MAX } from "../limits.ts";
import { startLocally } from "./local-command.ts";

export interface SessionCommandsOptions extends ClientTerminals {
  /** Grace period of a local command after SIGTERM (default: that of terminals). */
  readonly graceMs?: number | undefined;
  /** Sandbox of the commands. Terminals of the client run outside of it, so they are not used then. */
  readonly sandbox?: Sandbox | undefined;
}

/** The signal of `start` covers the start only. The caller ends the command; at the latest it ends with the session. */
export function createSessionCommands(options: SessionCommandsOptions): SessionCommands & AsyncDisposable {
  return new CommandRunner(options);
}

class CommandRunner implements SessionCommands, AsyncDisposable {
  readonly #options: SessionCommandsOptions;
  /** Commands that may still be running. */
  readonly #open = new Set<Promise<RunningCommand>>();
  /** The client announced terminals but does not have them. */
  #hasNoTerminals = false;
  #closed: Promise<void> | undefined;

  constructor(options: SessionCommandsOptions) {
    this.#options = options;
  }

  async start(command: CommandStart, signal: AbortSignal): Promise<RunningCommand> {
    if (signal.aborted) throw cancelled(command.command);
    if (this.#closed !== undefined) throw new ParleyError({ code: "terminal_gone", message: "The session is closed" });
    const starting = this.#begin(command);
    this.#open.add(starting);
    starting.catch(() => this.#open.delete(starting));
    const running = await untilAborted(starting, signal);
    if (running !== ABORTED) return this.#owned(starting, running);
    // The command may still start, and must be ended then.
    starting.then((late) => this.#end(starting, late), this.#noteFailedStart);
    throw cancelled(command.command);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const endings = [...this.#open].map((starting) =>
      starting.then((running) => this.#end(starting, running), this.#noteFailedStart),
    );
    // A client that is still asking the user for approval can no longer report to us.
    await within(Promise.all(endings), CLIENT_KILL_MS_MAX);
  }

  async #begin(command: CommandStart): Promise<RunningCommand> {
    const { client, sandbox, log } = this.#options;
    if (sandbox !== undefined) return startLocally(command, this.#options);
    if (this.#hasNoTerminals || !client.supports("terminal")) return startLocally(command, this.#options);
    try {
      return await startAtClient(this.#options, command);
    } catch (error) {
      if (!isMethodMissing(error)) throw toClientError(error, "run", JSON.stringify(command.command));
      this.#hasNoTerminals = true;
      log.write("warn", "the client announced terminals but does not have them; running commands locally");
      return startLocally(command, this.#options);
    }
  }

  /** The same command; removed from the set when it is released. */
  #owned(starting: Promise<RunningCommand>, running: RunningCommand): RunningCommand {
    const release = (): Promise<void> => this.#end(starting, running);
    return {
      content: () => running.content(),
      output: () => running.output(),
      exited: running.exited,
      onOutput: (listener) => running.onOutput(listener),
      kill: () => running.kill(),
      release,
      [Symbol.asyncDispose]: release,
    };
  }

  async #end(starting: Promise<RunningCommand>, running: RunningCommand): Promise<void> {
    await running.release();
    this.#open.delete(starting);
  }

  readonly #noteFailedStart = (cause: unknown): void => {
    this.#options.log.write("debug", "an abandoned command did not start", { cause });
  };
}
