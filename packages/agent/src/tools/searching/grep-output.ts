// Parses ripgrep's output with `--null`: the path, a NUL, the line number, `:` or `-`, and the line.
import { GREP_CHARS_MAX, GREP_FILES_MAX, GREP_LINES_MAX } from "../../limits.ts";
import type { GrepFile, GrepMode, GrepResult } from "./grep-request.ts";

export class GrepOutput {
  readonly #mode: GrepMode;
  readonly #files = new Map<string, GrepFile>();
  readonly #decoder = new TextDecoder();
  #rest = "";
  #lines = 0;
  #chars = 0;
  #isCut = false;

  constructor(mode: GrepMode) {
    this.#mode = mode;
  }

  /** Enough was found, so the rest is skipped. */
  get isFull(): boolean {
    return this.#isCut;
  }

  push(chunk: Uint8Array): void {
    const separator = this.#mode === "files" ? "\0" : "\n";
    const pieces = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split(separator);
    this.#rest = pieces.pop() ?? "";
    for (const piece of pieces) this.#take(piece);
  }

  finish(): GrepResult {
    if (this.#rest !== "") this.#take(this.#rest);
    this.#rest = "";
    return { files: [...this.#files.values()], isCut: this.#isCut, notes: [] };
  }

  #take(piece: string): void {
    if (this.#isCut) return;
    if (this.#mode === "files") return this.#add(piece, "", 0);
    const end = piece.indexOf("\0");
    // Separators between groups of lines have no path.
    if (end !== -1) this.#add(piece.slice(0, end), piece.slice(end + 1), piece.length);
  }

  #add(path: string, rest: string, chars: number): void {
    this.#chars += chars;
    this.#lines += 1;
    const name = path.replace(/^\.\//, "");
    const known = this.#files.get(name);
    const isTooMuch = this.#lines > GREP_LINES_MAX || this.#chars > GREP_CHARS_MAX;
    if (isTooMuch || (known === undefined && this.#files.size >= GREP_FILES_MAX)) {
      this.#isCut = true;
      return;
    }
    const file = known ?? { path: name, lines: [], count: 0 };
    this.#files.set(name, file);
    if (this.#mode === "count") file.count = Number(rest);
    const found = this.#mode === "content" ? /^(\d+)([:-])(.*)$/s.exec(rest) : null;
    if (found === null) return;
    const isMatch = found[2] === ":";
    file.lines.push({ line: Number(found[1]), text: (found[3] ?? "").replace(/\r$/, ""), isMatch });
    if (isMatch) file.count += 1;
  }
}
