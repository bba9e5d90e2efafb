// A command in a terminal, as in ACP: its output so far, its exit status, and ways to end it.
import type { ExitStatus } from "../processes/start-child.ts";
import type { OnOutput, PtySize } from "./source.ts";

export interface TerminalOutput {
  readonly output: string;
  /** The beginning was dropped. */
  readonly truncated: boolean;
  /** Set once the program has exited. */
  readonly exitStatus?: ExitStatus;
}

/** After `release` every call but `release` fails with `terminal_gone`. */
export interface Terminal {
  readonly id: string;
  readonly pid: number;
  readonly kind: "pipes" | "pty";
  /** A notice for the user, such as why this is not a pseudo-terminal. */
  readonly notice: string | undefined;
  /** As the program wrote it. */
  output(): TerminalOutput;
  /** As plain text: what a pseudo-terminal shows, without colours, cursor control and carriage returns. */
  plainOutput(): TerminalOutput;
  /** The raw output that a later view has to show first; `onData` gives the rest. */
  screen(): Pick<TerminalOutput, "output" | "truncated">;
  /** For any number of callers; all of them get the result. */
  waitForExit(): Promise<ExitStatus>;
  /** Output from now on, in whole characters; the returned function unsubscribes. */
  onData(listener: OnOutput): () => void;
  /** User input. Only on a pseudo-terminal, as is `resize`. */
  write(data: string): void;
  resize(size: PtySize): void;
  /** Ends the program and everything it started; the output stays readable. */
  kill(): Promise<void>;
  /** Ends it and drops the output. Pending waits are answered. */
  release(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
