// Background commands of a session: each has an id, their number is limited, and they end with the session.
import type { CommandExit, CommandOutput, RunningCommand } from "../../client-io/session-commands.ts";
import { within } from "@parley/base";
import { BACKGROUND_COMMANDS_MAX } from "../../limits.ts";
import type { ToolContext } from "../tool-context.ts";

export interface BackgroundCommand {
  readonly id: string;
  readonly line: string;
  readonly running: RunningCommand;
  /** Set once the command has exited. */
  exit: CommandExit | undefined;
  /** Output that the model has already seen. */
  seen: string;
}

export interface BackgroundLook {
  readonly exit: CommandExit | undefined;
  readonly output: CommandOutput;
  /** The output contains only what is new since the last check. */
  readonly isNew: boolean;
}

export class BackgroundCommands implements AsyncDisposable {
  readonly #byId = new Map<string, BackgroundCommand>();
  #count = 0;

  get ids(): readonly string[] {
    return [...this.#byId.keys()];
  }

  /** Whether another command may start; removes the oldest exited one if necessary. */
  async makeRoom(): Promise<boolean> {
    if (this.#byId.size < BACKGROUND_COMMANDS_MAX) return true;
    const ended = [...this.#byId.values()].find(({ exit }) => exit !== undefined);
    if (ended === undefined) return false;
    await this.stop(ended);
    return true;
  }

  add(line: string, running: RunningCommand): BackgroundCommand {
    this.#count += 1;
    const command: BackgroundCommand = { id: `command-${this.#count}`, line, running, exit: undefined, seen: "" };
    this.#byId.set(command.id, command);
    void this.#noteExit(command);
    return command;
  }

  get(id: string): BackgroundCommand | undefined {
    return this.#byId.get(id);
  }

  /** Waits until the command exits or the time is up. */
  async look(command: BackgroundCommand, waitMs: number, signal: AbortSignal): Promise<BackgroundLook> {
    const { running } = command;
    if (command.exit === undefined && waitMs > 0) await within(running.exited, waitMs, { signal });
    const { exit } = command;
    const output = await running.output();
    const isNew = command.seen !== "" && output.text.startsWith(command.seen);
    const text = isNew ? output.text.slice(command.seen.length) : output.text;
    command.seen = output.text;
    return { exit, output: { ...output, text }, isNew };
  }

  /** Stops and releases the command; its id is invalid afterwards. */
  async stop(command: BackgroundCommand): Promise<void> {
    this.#byId.delete(command.id);
    await command.running.release();
  }

  async #noteExit(command: BackgroundCommand): Promise<void> {
    command.exit = await command.running.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#byId.values()].map((command) => this.stop(command)));
  }
}

export function backgroundCommands(context: ToolContext): BackgroundCommands {
  return context.resource("background-commands", () => new BackgroundCommands());
}
