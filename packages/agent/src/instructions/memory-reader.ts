// Reads one file of project memory, if policy would let anybody read it without a question: inside the folders, no secret, no link that leads out.
import { ParleyError } from "@parley/base";
import { createFacts, createFiles, type Facts, type Files } from "@parley/machine";
import { compileRules, decide, type PolicyRules } from "@parley/policy";
import { MEMORY_READ_BYTES_MAX } from "./limits.ts";

export type ReadMemory =
  | { readonly text: string; readonly realPath: string }
  /** There is no such file. */
  | undefined
  | { readonly refused: string };

export class MemoryReader {
  readonly #files: Files;
  readonly #facts: Facts;
  /** The least strict there is without anybody to ask: only what is grave is refused. */
  readonly #rules: PolicyRules = { written: compileRules([]), level: "bypass" };

  private constructor(files: Files, facts: Facts) {
    this.#files = files;
    this.#facts = facts;
  }

  /** Rejects if a folder is not there. */
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
      // A folder that is called so is nothing that anybody has left out.
      if (error.code === "file_not_found" || error.code === "file_is_directory") return undefined;
      return { refused: error.message };
    }
  }
}
