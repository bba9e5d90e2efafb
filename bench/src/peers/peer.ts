// What the benchmark asks of every implementation, so that all of them do the same work over the same pipes.
import type { Readable, Writable } from "node:stream";

export type ImplementationName = "ours" | "sdk" | "raw" | "raw-coalesced";

export interface Implementation {
  /** Serves as an agent until the input ends. */
  readonly serve: (input: Readable, output: Writable) => void;
  /** The client's end of a connection to such an agent. */
  readonly connect: (input: Readable, output: Writable) => BenchClient;
}

export interface BenchClient {
  /** `initialize` and `session/new`. */
  start(): Promise<void>;
  setMode(modeId: string): Promise<ModeAnswer>;
  /** Resolves when the turn is over and all its updates have been handled. */
  prompt(turn: Turn): Promise<void>;
}

/** What an agent shall stream in a turn. */
export interface Turn {
  readonly updates: number;
  readonly textBytes: number;
}

export interface ModeAnswer {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined;
}
