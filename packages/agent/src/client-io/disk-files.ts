// Files on disk; `machine` makes sure that exactly the approved path is accessed.
import { ParleyError } from "@parley/base";
import type { Files } from "@parley/machine";
import type { PathFacts } from "@parley/policy";
import { mkdir, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { ReadRange } from "./session-files.ts";
import { WHOLE_FILE_BYTES_MAX } from "../limits.ts";

export class DiskFiles {
  readonly #roots: readonly string[];
  #opened: Promise<Files> | undefined;

  constructor(roots: readonly string[]) {
    this.#roots = roots;
  }

  async read({ real }: PathFacts, range: ReadRange, signal: AbortSignal | undefined): Promise<string> {
    return (await this.#read(real, range, signal)).content;
  }

  /** Rejects files that could not be written back unchanged. */
  async readWhole({ real, requested }: PathFacts, signal: AbortSignal | undefined): Promise<string> {
    const { content, lossy } = await this.#read(real, {}, signal);
    if (!lossy) return content;
    const message = `${JSON.stringify(requested)} is not UTF-8 text: editing it would damage the rest of the file`;
    throw new ParleyError({
      code: "file_is_binary",
      message,
      remedy: { label: "Use a command that handles this format" },
    });
  }

  /** Preserves CRLF line endings and the file mode; creates missing folders. */
  async write({ real }: PathFacts, content: string): Promise<void> {
    const files = await this.#files();
    const request = { path: real, decidedPath: real, content };
    try {
      await files.writeTextFile({ ...request, lineEndings: "keep" });
    } catch (error) {
      // The existing file is not text, so it has no line endings to preserve.
      if (!(error instanceof ParleyError && error.code === "file_is_binary")) throw error;
      await files.writeTextFile(request);
    }
  }

  /** Checked before the client is asked for the whole file. A file that is not on disk may exist in the editor. */
  async refuseHuge({ real, requested }: PathFacts): Promise<void> {
    const size = await sizeOf(real);
    if (size === undefined || size <= WHOLE_FILE_BYTES_MAX) return;
    const message = `${JSON.stringify(requested)} has ${size} bytes: read a range of lines instead`;
    throw new ParleyError({ code: "file_too_large", message });
  }

  /** Creates the parent folders that the client did not. Returns whether any were created. */
  async makeParent({ real }: PathFacts): Promise<boolean> {
    const parent = dirname(real);
    const made = await mkdir(parent, { recursive: true });
    if ((await realpath(parent)) === parent) return made !== undefined;
    throw new ParleyError({ code: "file_denied", message: `${JSON.stringify(parent)} was replaced in the meantime` });
  }

  async #read(real: string, range: ReadRange, signal: AbortSignal | undefined): ReturnType<Files["readTextFile"]> {
    const files = await this.#files();
    return files.readTextFile({ path: real, decidedPath: real, ...range, signal });
  }

  /** A missing folder may come back, so failures are not cached. */
  #files(): Promise<Files> {
    this.#opened ??= open(this.#roots).catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }
}

/** Opened with the first file, because the agent starts before its tools are needed. */
async function open(roots: readonly string[]): Promise<Files> {
  const { createFiles } = await import("@parley/machine");
  return createFiles({ roots });
}

async function sizeOf(real: string): Promise<number | undefined> {
  try {
    return (await stat(real)).size;
  } catch {
    return undefined; // Missing or not accessible: reading it will report the error.
  }
}
