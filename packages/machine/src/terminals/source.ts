// Where a terminal's output comes from: a program on pipes or on a pseudo-terminal.
import type { ChildCommand, ExitStatus, GuardedTree } from "../processes/start-child.ts";

export interface PtySize {
  readonly cols: number;
  readonly rows: number;
}

export interface TerminalCommand extends ChildCommand {
  /** The size of a pseudo-terminal (default: pipes instead). */
  readonly pty?: PtySize | undefined;
}

export interface TerminalSource {
  readonly kind: "pipes" | "pty";
  readonly tree: GuardedTree;
  /** Settles when the program has exited and its output has arrived. */
  readonly exited: Promise<ExitStatus>;
  /** Only a pseudo-terminal has input and a size. */
  readonly pty: PtyControls | undefined;
  /** Releases what the program no longer uses. */
  close(): void;
}

export interface PtyControls {
  write(data: string): void;
  resize(size: PtySize): void;
}

export type OnOutput = (chunk: Uint8Array) => void;
