// Files as the agent reads and writes them by itself: machine holds it to the path that was decided on.
import { ParleyError } from "@parley/base";
import type { Files } from "@parley/machine";
import type { PathFacts } from "@parley/policy";
import { mkdir, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { ReadRange } from "./session-files.ts";
import { WHOLE_FILE_BYTES_MAX } from "./limits.ts";

export class DiskFiles {
  readonly #roots: readonly string[];
  #opened: Promise<Files> | undefined;

  constructor(roots: readonly string[]) {
    this.#roots = roots;
  }

  async read({ real }: PathFacts, range: ReadRange, signal: AbortSignal | undefined): Promise<string> {
    return (await this.#read(real, range, signal)).content;
  }

  /** Refuses what could not be written back as it was. */
  async readWhole({ real, requested }: PathFacts, signal: AbortSignal | undefined): Promise<string> {
    const { content, lossy } = await this.#read(real, {}, signal);
    if (!lossy) return content;
    const message = `${JSON.stringify(requested)} is not UTF-8 text: to change a part of it would damage the rest`;
    throw new ParleyError({
      code: "file_is_binary",
      message,
      remedy: { label: "Change it with a command made for it" },
    });
  }

  /** Line ends of a file that has CRLF throughout are kept, as is its mode; missing folders are made. */
  async write({ real }: PathFacts, content: string): Promise<void> {
    const files = await this.#files();
    const request = { path: real, decidedPath: real, content };
    try {
      await files.writeTextFile({ ...request, lineEndings: "keep" });
    } catch (error) {
      // What was there is no text that has line ends to keep.
      if (!(error instanceof ParleyError && error.code === "file_is_binary")) throw error;
      await files.writeTextFile(request);
    }
  }

  /** Before a client is asked for all of it. What is not on the disk is the client's to know. */
  async refuseHuge({ real, requested }: PathFacts): Promise<void> {
    const size = await sizeOf(real);
    if (size === undefined || size <= WHOLE_FILE_BYTES_MAX) return;
    const message = `${JSON.stringify(requested)} has ${size} bytes: read some lines of it`;
    throw new ParleyError({ code: "file_too_large", message });
  }

  /** Where a client does not make folders itself. Whether it has made any. */
  async makeParent({ real }: PathFacts): Promise<boolean> {
    const parent = dirname(real);
    const made = await mkdir(parent, { recursive: true });
    if ((await realpath(parent)) === parent) return made !== undefined;
    throw new ParleyError({ code: "file_denied", message: `${JSON.stringify(parent)} was replaced meanwhile` });
  }

  async #read(real: string, range: ReadRange, signal: AbortSignal | undefined): ReturnType<Files["readTextFile"]> {
    const files = await this.#files();
    return files.readTextFile({ path: real, decidedPath: real, ...range, signal });
  }

  /** A folder that is not there may come back, so a failure is not kept. */
  #files(): Promise<Files> {
    this.#opened ??= open(this.#roots).catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }
}

/** Not before a file is asked for: an agent must be there before its tools are. */
async function open(roots: readonly string[]): Promise<Files> {
  const { createFiles } = await import("@parley/machine");
  return createFiles({ roots });
}

async function sizeOf(real: string): Promise<number | undefined> {
  try {
    return (await stat(real)).size;
  } catch {
    return undefined; // It is not there, or not ours to look at: reading it will say so.
  }
}
