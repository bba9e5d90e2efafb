// Commands that go on while the model does: so many at a time, each with an id, none of them longer than the session.
import type { CommandExit, CommandOutput, RunningCommand } from "../../client-io/session-commands.ts";
import { within } from "@parley/base";
import { BACKGROUND_COMMANDS_MAX } from "../limits.ts";
import type { ToolContext } from "../tool-context.ts";

export interface BackgroundCommand {
  readonly id: string;
  readonly line: string;
  readonly running: RunningCommand;
  /** Once it has ended. */
  exit: CommandExit | undefined;
  /** What the model was told of its output. */
  seen: string;
}

export interface BackgroundLook {
  readonly exit: CommandExit | undefined;
  readonly output: CommandOutput;
  /** The output is what came since the last look. */
  readonly isNew: boolean;
}

export class BackgroundCommands implements AsyncDisposable {
  readonly #byId = new Map<string, BackgroundCommand>();
  #count = 0;

  get ids(): readonly string[] {
    return [...this.#byId.keys()];
  }

  /** Whether another one may be started; the oldest that has ended makes room. */
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

  /** Waits until it has ended, or as long as it may. */
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

  /** Ends it, and lets go of it; its id means nothing from now on. */
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
