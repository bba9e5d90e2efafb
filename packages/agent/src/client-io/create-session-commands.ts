// The commands of one session: in terminals of the client where it has them, else run here. None outlives the session.
import { ParleyError, within, ABORTED, untilAborted } from "@parley/base";
import type { Sandbox } from "@parley/machine";
import { cancelled, isMethodMissing, toClientError } from "./client-error.ts";
import { startAtClient, type ClientTerminals } from "./client-command.ts";
import type { SessionCommands, CommandStart, RunningCommand } from "./session-commands.ts";
import { CLIENT_KILL_MS_MAX } from "./limits.ts";
import { startLocally } from "./local-command.ts";

export interface SessionCommandsOptions extends ClientTerminals {
  /** How long a command that runs here may take to end after SIGTERM; as long as any terminal unless given. */
  readonly graceMs?: number | undefined;
  /** What commands run in. A client's terminals are outside of it, and are not used then. */
  readonly sandbox?: Sandbox | undefined;
}

/** The signal of `start` is for the start; what runs is its caller's to end, and ended here with the session at the latest. */
export function createSessionCommands(options: SessionCommandsOptions): SessionCommands & AsyncDisposable {
  return new CommandRunner(options);
}

class CommandRunner implements SessionCommands, AsyncDisposable {
  readonly #options: SessionCommandsOptions;
  /** Everything that was begun, until it is surely over. */
  readonly #open = new Set<Promise<RunningCommand>>();
  /** It announced terminals and has none. */
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
    // It may come to be all the same, and must not stay.
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
    // A client that is still asking a person whether it may start one has no way left to tell us.
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
      log.write("warn", "The client announced terminals and has none: commands run here instead");
      return startLocally(command, this.#options);
    }
  }

  /** The same command; when it is released, it is nobody's any longer. */
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
    this.#options.log.write("debug", "A command that nobody waited for did not start", { cause });
  };
}
