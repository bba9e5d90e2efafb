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
  /** A turn with this many updates; resolves when it is over and all of them have been handled. */
  prompt(updates: number): Promise<void>;
}

export interface ModeAnswer {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined;
}
