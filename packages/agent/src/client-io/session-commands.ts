// Runs commands: in a terminal of the client where supported, otherwise locally. Calls are already approved.
import type { ToolCallContent } from "@parley/acp";

export interface CommandStart {
  /** A shell command line. */
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** Variables that look secret but are passed to local commands. */
  readonly variables?: readonly string[] | undefined;
  /** Runs outside the sandbox this once, with the user's approval. */
  readonly leavesSandbox?: boolean | undefined;
  /** Maximum number of bytes kept, from the end of the output. */
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
  /** What the client shows: its own terminal, or the output so far. */
  content(): readonly ToolCallContent[];
  output(): Promise<CommandOutput>;
  /** Resolves when it has ended. */
  readonly exited: Promise<CommandExit>;
  /** Called for each piece of output of a local command; a client's terminal shows its output itself. */
  onOutput(listener: () => void): void;
  /** Ends the whole process tree: SIGTERM, then SIGKILL after a grace period. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Ends the command and releases the terminal. */
  release(): Promise<void>;
}

export interface SessionCommands {
  start(command: CommandStart, signal: AbortSignal): Promise<RunningCommand>;
}
