// Reads one project memory file, if policy allows it without asking: inside the folders, not a secret, not a link that leads outside.
import { ParleyError } from "@parley/base";
import { createFacts, createFiles, type Facts, type Files } from "@parley/machine";
import { compileRules, decide, type PolicyRules } from "@parley/policy";
import { MEMORY_READ_BYTES_MAX } from "../limits.ts";

export type ReadMemory =
  | { readonly text: string; readonly realPath: string }
  /** The file does not exist. */
  | undefined
  | { readonly refused: string };

export class MemoryReader {
  readonly #files: Files;
  readonly #facts: Facts;
  /** The least strict level without a user to ask: only dangerous reads are denied. */
  readonly #rules: PolicyRules = { written: compileRules([]), level: "bypass" };

  private constructor(files: Files, facts: Facts) {
    this.#files = files;
    this.#facts = facts;
  }

  /** Rejects if a folder does not exist. */
  static async open(folder: string, roots: readonly string[]): Promise<MemoryReader> {
    const files = await createFiles({ roots, limits: { readBytesMax: MEMORY_READ_BYTES_MAX } });
    return new MemoryReader(files, await createFacts({ workspace: folder, roots }));
  }

  async read(path: string, signal?: AbortSignal): Promise<ReadMemory> {
    try {
      const facts = await this.#facts.pathFacts(path, { means: "target" });
      if (facts.kind === "missing") return undefined;
      const { verdict, reason } = decide({ kind: "read", path }, facts, this.#rules);
      if (verdict !== "allow") return { refused: reason };
      const { content, realPath } = await this.#files.readTextFile({ path, decidedPath: facts.real, signal });
      return { text: content.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n"), realPath };
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      // A folder of that name is not reported as skipped.
      if (error.code === "file_not_found" || error.code === "file_is_directory") return undefined;
      return { refused: error.message };
    }
  }
}
