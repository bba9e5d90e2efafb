// Commands as the agent runs them: in a terminal of the client where it offers them, else by itself. Callers have been judged already.
import type { ToolCallContent } from "@parley/acp";

export interface CommandStart {
  /** A line for the shell. */
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** Variables that look secret, and that it gets to see all the same where it runs here. */
  readonly variables?: readonly string[] | undefined;
  /** It runs outside the sandbox, this once; a person was asked. */
  readonly leavesSandbox?: boolean | undefined;
  /** What is kept of the output: the end of it. */
  readonly outputBytesMax: number;
}

export interface CommandOutput {
  readonly text: string;
  readonly isTruncated: boolean;
}

export interface CommandExit {
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

export interface RunningCommand extends AsyncDisposable {
  /** What shows it to a person: the client's terminal, or its output so far. */
  content(): readonly ToolCallContent[];
  output(): Promise<CommandOutput>;
  /** Settles when it has ended, however it did. */
  readonly exited: Promise<CommandExit>;
  /** Called for each piece of output where the agent runs it itself; a client's terminal shows it by itself. */
  onOutput(listener: () => void): void;
  /** The whole tree: SIGTERM at once, SIGKILL after a grace. Resolves when it is dead. */
  kill(): Promise<void>;
  /** Ends what still runs, and lets go of the terminal. */
  release(): Promise<void>;
}

export interface SessionCommands {
  start(command: CommandStart, signal: AbortSignal): Promise<RunningCommand>;
}
