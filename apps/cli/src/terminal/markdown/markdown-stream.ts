// Draws markdown while it arrives: finished lines are returned once, and the unfinished end is redrawn.
import { Lexer } from "marked";
import { CodeStream } from "../highlight/code-stream.ts";
import { toLanguage } from "../highlight/draw-code.ts";
import { loadHighlighter } from "../highlight/highlighter.ts";
import { EMPTY_LINE, STYLES, type Line } from "../line.ts";
import { BLOCK_CHARS_MAX, CODE_LINE_CHARS_MAX, TAIL_ROWS_MAX } from "../../limits.ts";
import type { Theme } from "../theme.ts";
import { NeutralStream } from "../neutral-text.ts";
import { breakCharacters, wrapLine } from "../wrap.ts";
import { BlockCutter, type OpenBlock, type Piece } from "./block-cutter.ts";
import { drawMarkdown } from "./blocks.ts";
import { drawInline } from "./inline.ts";
import { cutPlace, withoutOpenMarks } from "./unfinished.ts";

const CODE_INDENT = { text: "  " };

export class MarkdownStream {
  readonly #neutral = new NeutralStream();
  readonly #cutter = new BlockCutter();
  /** The line that is still arriving. */
  #partial = "";
  #code: CodeStream | undefined;
  /** The last row of a paragraph whose beginning was already returned. */
  #carried: Line = EMPTY_LINE;
  #hasDrawn = false;

  push(chunk: string): void {
    this.#add(this.#neutral.push(chunk));
  }

  /** Ends the text. */
  end(): void {
    this.#add(this.#neutral.end());
    if (this.#partial !== "") this.#cutter.line(this.#partial);
    this.#partial = "";
    this.#cutter.end();
  }

  /** Returns the lines that were finished since the last call. */
  take(theme: Theme): Line[] {
    const lines = this.#cutter.takePieces().flatMap((piece) => this.#draw(piece, theme));
    if (this.#cutter.isParagraph(this.#partial)) lines.push(...this.#takeBeginning(theme));
    return lines;
  }

  /** Draws the unfinished end; call it after `take`. */
  tail(theme: Theme): Line[] {
    if (this.#code !== undefined && this.#cutter.isInFence) {
      if (this.#partial === "") return [];
      const shown = this.#partial.slice(-theme.columns * TAIL_ROWS_MAX);
      return breakCharacters([CODE_INDENT, ...this.#code.peek(shown)], theme.columns);
    }
    const open = this.#unfinished();
    if (open === undefined) return [];
    const lines = this.#drawBlock({ ...open, source: withoutOpenMarks(open.source) }, theme);
    return open.isApart && this.#hasDrawn ? [EMPTY_LINE, ...lines] : lines;
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

  /** Splits a very long line, so that the work per chunk does not grow with it. */
  #breakPartial(max: number): void {
    const space = this.#cutter.isInFence ? -1 : this.#partial.lastIndexOf(" ", max);
    const place = space > 0 ? space : max;
    this.#cutter.line(this.#partial.slice(0, place));
    this.#partial = this.#partial.slice(space > 0 ? place + 1 : place);
  }

  #draw(piece: Piece, theme: Theme): Line[] {
    switch (piece.type) {
      case "block": {
        const lines = this.#drawBlock(piece, theme);
        this.#carried = EMPTY_LINE;
        return this.#spaced(lines, piece.isApart);
      }
      case "fence": {
        this.#code = new CodeStream(toLanguage(piece.info));
        // Lines that arrive before the highlighter is loaded stay plain.
        void loadHighlighter();
        return this.#spaced(
          theme.hasColor ? [] : [[{ text: `  \`\`\`${piece.info}`, style: STYLES.dim }]],
          piece.isApart,
        );
      }
      case "code": {
        const rows = this.#code?.push(piece.lines) ?? [];
        this.#hasDrawn = true;
        return rows.map((row) => (row.length === 0 ? row : [CODE_INDENT, ...row]));
      }
      case "fence_end":
        this.#code = undefined;
        return theme.hasColor ? [] : [[{ text: "  ```", style: STYLES.dim }]];
    }
  }

  #spaced(lines: readonly Line[], isApart: boolean): Line[] {
    const isFirst = !this.#hasDrawn;
    this.#hasDrawn ||= lines.length > 0;
    return isApart && !isFirst ? [EMPTY_LINE, ...lines] : [...lines];
  }

  #drawBlock({ source, number, isContinued }: OpenBlock, theme: Theme): Line[] {
    if (isContinued !== true) return drawMarkdown(source, theme, { start: number });
    const [first = EMPTY_LINE, ...rest] = drawInline(Lexer.lexInline(source), theme);
    return [[...this.#carried, ...first], ...rest].flatMap((part) => wrapLine(part, theme.columns));
  }

  /** The open block, including the line that is still arriving. */
  #unfinished(): OpenBlock | undefined {
    const { open } = this.#cutter;
    if (this.#partial === "") return open;
    if (open === undefined) return { type: "block", source: this.#partial, isApart: this.#cutter.isAfterBlank };
    return { ...open, source: open.source === "" ? this.#partial : `${open.source}\n${this.#partial}` };
  }

  /** Returns a long paragraph row by row, so that the redrawn part stays small. */
  #takeBeginning(theme: Theme): Line[] {
    const open = this.#unfinished();
    if (open === undefined || open.source.length < theme.columns * TAIL_ROWS_MAX) return [];
    const place = cutPlace(open.source, open.source.length - theme.columns * 2);
    if (place === 0) return [];
    const begun = open.source.slice(0, place);
    const rows = this.#drawBlock({ ...open, source: begun.trimEnd() }, theme);
    const isAtLineEnd = begun.endsWith("\n");
    const last = isAtLineEnd ? undefined : rows.pop();
    this.#carried = last === undefined ? EMPTY_LINE : [...last, { text: " " }];
    const rest = open.source.slice(place);
    const lineStart = rest.lastIndexOf("\n") + 1;
    const isWholeLine = this.#partial === "";
    this.#cutter.continueWith(isWholeLine ? rest : rest.slice(0, Math.max(0, lineStart - 1)));
    if (!isWholeLine) this.#partial = rest.slice(lineStart);
    return this.#spaced(rows, open.isApart);
  }
}
