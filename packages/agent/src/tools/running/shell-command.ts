// A command of the shell tool.

export interface ShellCommand {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** Secret variables that are passed to it anyway. */
  readonly variables: readonly string[];
  readonly leavesSandbox: boolean;
  /** For a foreground command. */
  readonly timeoutMs: number;
}
