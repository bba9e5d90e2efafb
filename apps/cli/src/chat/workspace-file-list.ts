// The files that can be mentioned: searched on first use, and again after a while.
import type { Log } from "@parley/base";
import { WORKSPACE_FILES_FRESH_MS, WORKSPACE_FILES_MAX } from "../limits.ts";

export class WorkspaceFileList {
  readonly #log: Log;
  readonly #onChange: () => void;
  #folder: string;
  #files: readonly string[] | undefined;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #abort: AbortController | undefined;

  constructor(folder: string, log: Log, onChange: () => void) {
    this.#folder = folder;
    this.#log = log;
    this.#onChange = onChange;
  }

  /** Undefined until they have been found. */
  get files(): readonly string[] | undefined {
    return this.#files;
  }

  want(): void {
    if (this.#abort !== undefined || performance.now() - this.#lookedAtMs < WORKSPACE_FILES_FRESH_MS) return;
    void this.#list();
  }

  moveTo(folder: string): void {
    if (folder === this.#folder) return;
    this.close();
    this.#folder = folder;
    this.#files = undefined;
    this.#lookedAtMs = Number.NEGATIVE_INFINITY;
  }

  close(): void {
    this.#abort?.abort();
    this.#abort = undefined;
  }

  async #list(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const { listWorkspaceFiles } = await import("@parley/machine");
      const found = await listWorkspaceFiles({
        folder: this.#folder,
        limit: WORKSPACE_FILES_MAX,
        signal: abort.signal,
      });
      if (abort.signal.aborted) return;
      this.#files = found.files;
    } catch (error) {
      if (!abort.signal.aborted)
        this.#log.write("info", "The folder's files cannot be listed", { error: String(error) });
    }
    if (this.#abort !== abort) return;
    this.#abort = undefined;
    this.#lookedAtMs = performance.now();
    this.#onChange();
  }
}
