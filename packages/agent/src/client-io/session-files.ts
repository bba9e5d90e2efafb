// Reads and writes files: through the client where supported, otherwise on disk. Calls are already approved.
import type { PathFacts } from "@parley/policy";

export interface ReadRange {
  /** From 1. */
  readonly line?: number | undefined;
  readonly limit?: number | undefined;
}

/** Rejects with a ParleyError: `file_not_found`, `file_denied`, `file_too_large`, `file_binary`, … */
export interface SessionFiles {
  /** Includes unsaved changes of the editor, if the client serves files. */
  readText(facts: PathFacts, range?: ReadRange, signal?: AbortSignal): Promise<string>;
  /** Undefined if the file does not exist; "" if it is empty. */
  readIfThere(facts: PathFacts, signal?: AbortSignal): Promise<string | undefined>;
  /** The bytes on disk, for images. */
  readBytes(facts: PathFacts, bytesMax: number): Promise<Uint8Array>;
  writeText(facts: PathFacts, text: string, signal?: AbortSignal): Promise<void>;
  /** Locks a file for a read-modify-write; calls for the same file run in order. */
  alone<Value>(facts: PathFacts, action: () => Promise<Value>): Promise<Value>;
}
