// Files as the agent reaches them: through the client where it offers them, else by itself. Callers have been judged already.
import type { PathFacts } from "@parley/policy";

export interface ReadRange {
  /** From 1. */
  readonly line?: number | undefined;
  readonly limit?: number | undefined;
}

/** Rejects with a ParleyError: `file_not_found`, `file_denied`, `file_too_large`, `file_binary`, … */
export interface SessionFiles {
  /** What the editor has, unsaved changes included, if the client serves files. */
  readText(facts: PathFacts, range?: ReadRange, signal?: AbortSignal): Promise<string>;
  /** Undefined if there is no such file; "" if it is empty. */
  readIfThere(facts: PathFacts, signal?: AbortSignal): Promise<string | undefined>;
  /** The bytes on the disk: images. */
  readBytes(facts: PathFacts, bytesMax: number): Promise<Uint8Array>;
  writeText(facts: PathFacts, text: string, signal?: AbortSignal): Promise<void>;
  /** For what reads, thinks and writes: one after the other for one file, in the order of the calls. */
  alone<Value>(facts: PathFacts, action: () => Promise<Value>): Promise<Value>;
}
