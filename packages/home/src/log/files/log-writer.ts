// The end of a log: lines are collected, and written with one system call. Remains of a failed write are removed,
// and the lines that were not written are kept for the next attempt.
import { fstatSync, ftruncateSync, writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";

const NEWLINE = 10;

export class LogWriter {
  readonly #flushChars: number;
  #file: FileHandle;
  #bytes: number;
  /** The collected lines, each with its newline. One growing string costs less than a list that is joined. */
  #text = "";
  #lines = 0;
  /** Size of the collected lines at which they are written. */
  #charsMax: number;
  /** Bytes at the end of the file that are not a whole line. */
  #tornBytes = 0;

  /** `bytes`: the size of the file, which ends with a newline. */
  constructor(file: FileHandle, bytes: number, flushChars: number) {
    this.#file = file;
    this.#bytes = bytes;
    this.#flushChars = flushChars;
    this.#charsMax = flushChars;
  }

  get file(): FileHandle {
    return this.#file;
  }

  /** Size of the whole lines in the file. */
  get bytes(): number {
    return this.#bytes;
  }

  get waitingChars(): number {
    return this.#text.length;
  }

  get waitingLines(): number {
    return this.#lines;
  }

  /** Whether it is time to flush. */
  append(line: string): boolean {
    this.#text += `${line}\n`;
    this.#lines += 1;
    return this.#text.length >= this.#charsMax;
  }

  /** Throws the system's error; nothing is lost. */
  flush(): void {
    const text = this.#text;
    if (text === "") return;
    // Retried after as much has accumulated again, and not with every line.
    this.#charsMax = text.length + this.#flushChars;
    this.#repairEnd();
    const length = Buffer.byteLength(text);
    const written = writeSync(this.#file.fd, text);
    if (written < length) this.#writeRest(Buffer.from(text), written);
    else this.#take(length, "", 0);
  }

  /** Continues at the end of another file, which ends with a newline. */
  moveTo(file: FileHandle): void {
    this.#bytes = fstatSync(file.fd).size;
    this.#file = file;
    this.#tornBytes = 0;
  }

  /** The system wrote only a part: the disk is full, or the call was interrupted. */
  #writeRest(bytes: Buffer, already: number): void {
    let written = already;
    try {
      while (written < bytes.length) written += writeSync(this.#file.fd, bytes, written);
    } finally {
      const whole = bytes.subarray(0, written).lastIndexOf(NEWLINE) + 1;
      const rest = bytes.subarray(whole);
      this.#take(whole, rest.toString(), countLines(rest));
      this.#tornBytes = written - whole;
      this.#takeBack();
    }
  }

  /** The beginning of the collected text is in the file; the rest waits. */
  #take(bytes: number, rest: string, lines: number): void {
    this.#bytes += bytes;
    this.#text = rest;
    this.#lines = lines;
    if (lines === 0) this.#charsMax = this.#flushChars;
  }

  /** Half a line that cannot be removed gets a newline, so that the damage is one line. */
  #repairEnd(): void {
    if (this.#takeBack()) return;
    this.#bytes += this.#tornBytes + writeSync(this.#file.fd, "\n");
    this.#tornBytes = 0;
  }

  #takeBack(): boolean {
    if (this.#tornBytes === 0) return true;
    try {
      ftruncateSync(this.#file.fd, this.#bytes);
    } catch {
      return false; // Some file systems only ever append; then the line is ended instead.
    }
    this.#tornBytes = 0;
    return true;
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let place = bytes.indexOf(NEWLINE); place !== -1; place = bytes.indexOf(NEWLINE, place + 1)) count += 1;
  return count;
}
