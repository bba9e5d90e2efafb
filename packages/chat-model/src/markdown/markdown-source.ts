// Markdown that is still arriving: made harmless, cut into finished pieces, with the unfinished end at hand.
import { NeutralStream } from "@parley/base";
import { BLOCK_CHARS_MAX, CODE_LINE_CHARS_MAX } from "../limits.ts";
import { BlockCutter, type OpenBlock, type Piece } from "./block-cutter.ts";

export class MarkdownSource {
  readonly #neutral = new NeutralStream();
  readonly #cutter = new BlockCutter();
  /** The line that is still arriving. */
  #partial = "";

  push(chunk: string): void {
    this.#add(this.#neutral.push(chunk));
  }

  /** The text is complete. */
  end(): void {
    this.#add(this.#neutral.end());
    if (this.#partial !== "") this.#cutter.line(this.#partial);
    this.#partial = "";
    this.#cutter.end();
  }

  /** Returns the pieces that were finished since the last call. */
  takePieces(): Piece[] {
    return this.#cutter.takePieces();
  }

  get partial(): string {
    return this.#partial;
  }

  get isInFence(): boolean {
    return this.#cutter.isInFence;
  }

  /** Whether the unfinished end is paragraph text, whatever follows. */
  get isParagraph(): boolean {
    return this.#cutter.isParagraph(this.#partial);
  }

  /** The open block with the line that is still arriving; undefined in a fence, and if nothing is open. */
  get open(): OpenBlock | undefined {
    const { open, isInFence, isAfterBlank } = this.#cutter;
    if (isInFence) return undefined;
    if (this.#partial === "") return open;
    if (open === undefined) return { type: "block", source: this.#partial, isApart: isAfterBlank };
    return { ...open, source: open.source === "" ? this.#partial : `${open.source}\n${this.#partial}` };
  }

  /** Replaces the open paragraph with its rest, after its beginning was shown. */
  continueWith(rest: string): void {
    if (this.#partial === "") return this.#cutter.continueWith(rest);
    const lineStart = rest.lastIndexOf("\n") + 1;
    this.#cutter.continueWith(rest.slice(0, Math.max(0, lineStart - 1)));
    this.#partial = rest.slice(lineStart);
  }

  #add(text: string): void {
    const [first = "", ...more] = text.split("\n");
    this.#partial += first;
    for (const next of more) {
      this.#cutter.line(this.#partial);
      this.#partial = next;
    }
    const max = this.#cutter.isInFence ? CODE_LINE_CHARS_MAX : BLOCK_CHARS_MAX;
    while (this.#partial.length > max) this.#breakPartial(max);
  }

  /** A line without an end must not make every chunk after it more work. */
  #breakPartial(max: number): void {
    const space = this.#cutter.isInFence ? -1 : this.#partial.lastIndexOf(" ", max);
    const place = space > 0 ? space : max;
    this.#cutter.line(this.#partial.slice(0, place));
    this.#partial = this.#partial.slice(space > 0 ? place + 1 : place);
  }
}
