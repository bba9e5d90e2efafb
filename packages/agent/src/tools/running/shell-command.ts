// A command as the shell tool wants it run.

export interface ShellCommand {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** Secret variables that it gets to see all the same. */
  readonly variables: readonly string[];
  readonly leavesSandbox: boolean;
  /** For one that is waited for. */
  readonly timeoutMs: number;
}
