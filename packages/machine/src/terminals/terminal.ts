// A command in a terminal, as ACP has it: its output so far, its exit, and an end to it.
import type { ExitStatus } from "../processes/start-child.ts";
import type { OnOutput, PtySize } from "./source.ts";

export interface TerminalOutput {
  readonly output: string;
  /** The beginning was dropped. */
  readonly truncated: boolean;
  /** Once the program has ended. */
  readonly exitStatus?: ExitStatus;
}

/** After `release` every call but `release` fails with `terminal_gone`. */
export interface Terminal {
  readonly id: string;
  readonly pid: number;
  readonly kind: "pipes" | "pty";
  /** Something the user should know, such as why this is no pseudo-terminal. */
  readonly notice: string | undefined;
  output(): TerminalOutput;
  /** For any number of callers; all of them are answered. */
  waitForExit(): Promise<ExitStatus>;
  /** Output as it comes, from now on, in whole characters; the result ends it. */
  onData(listener: OnOutput): () => void;
  /** What a user types. Only on a pseudo-terminal, as is `resize`. */
  write(data: string): void;
  resize(size: PtySize): void;
  /** Ends the program with everything it started; the output stays readable. */
  kill(): Promise<void>;
  /** Ends it, and forgets the output. Whoever still waits is answered. */
  release(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
