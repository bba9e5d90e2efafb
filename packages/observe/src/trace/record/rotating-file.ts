// The files of a recording: lines are appended; a full file is followed by the next, and the oldest is deleted.
import { hasErrno } from "@parley/base";
import { createFolder, PRIVATE_MODE } from "@parley/home";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";

export interface RotatingFileOptions {
  readonly path: string;
  readonly bytesMax: number;
  readonly filesMax: number;
  /** The first line of each file, without the line break. */
  readonly header: (part: number) => string;
}

const NEWLINE = 10;

export class RotatingFile {
  readonly #options: RotatingFileOptions;
  #file: FileHandle | undefined;
  #bytes = 0;
  #part = 1;
  /** A file that was closed after a failure continues without another header. */
  #hasHeader = false;
  /** In addition to the header. */
  #hasLines = false;

  constructor(options: RotatingFileOptions) {
    this.#options = options;
  }

  /**
   * Appends lines that must stay in one file. Rejects with the system's error; then nothing was written, and the call
   * can be repeated.
   */
  async append(text: string): Promise<void> {
    try {
      await this.#open();
      const bytes = Buffer.from(text);
      if (this.#hasLines && this.#bytes + bytes.length > this.#options.bytesMax) await this.#rotate();
      await this.#write(bytes);
      this.#hasLines = true;
    } catch (error) {
      await this.#takeBack();
      throw error;
    }
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #open(): Promise<void> {
    if (this.#file !== undefined) return;
    const { path } = this.#options;
    await createFolder(dirname(path));
    // Opened for reading as well, to check how the previous process left it.
    this.#file = await open(path, "a+", PRIVATE_MODE);
    const stat = await this.#file.stat();
    this.#bytes = stat.isFile() ? stat.size : 0;
    if (this.#bytes > 0 && !(await endsWithNewline(this.#file, this.#bytes))) await this.#write(Buffer.from("\n"));
    if (!this.#hasHeader) await this.#writeHeader();
  }

  async #rotate(): Promise<void> {
    const { path, filesMax } = this.#options;
    await this.close();
    await rm(partPath(path, filesMax - 1), { force: true });
    for (let age = filesMax - 1; age > 0; age -= 1) await renameIfThere(partPath(path, age - 1), partPath(path, age));
    if (filesMax <= 1) await rm(path, { force: true });
    this.#part += 1;
    this.#hasHeader = false;
    this.#hasLines = false;
    await this.#open();
  }

  async #writeHeader(): Promise<void> {
    await this.#write(Buffer.from(`${this.#options.header(this.#part)}\n`));
    this.#hasHeader = true;
  }

  /** Otherwise the written part of lines that did not fit would be there twice. */
  async #takeBack(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    if (file === undefined) return;
    try {
      if (this.#bytes > 0) await file.truncate(this.#bytes);
    } catch {
      // Not every file can be truncated; readers can handle the incomplete line.
    }
    await file.close();
  }

  async #write(bytes: Buffer): Promise<void> {
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten = 0 } = (await this.#file?.write(bytes, done)) ?? {};
      done += bytesWritten;
    }
    this.#bytes += bytes.length;
  }
}

/** The newest file has the plain name; the one before it has `.1`. */
export function partPath(path: string, age: number): string {
  return age === 0 ? path : `${path}.${age}`;
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!hasErrno(error, "ENOENT")) throw error;
  }
}

async function endsWithNewline(file: FileHandle, size: number): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 && buffer[0] === NEWLINE;
}
