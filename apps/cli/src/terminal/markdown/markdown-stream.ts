// Draws markdown while it arrives: finished lines are returned once, and the unfinished end is redrawn.
import {
  cutPlace,
  MarkdownSource,
  parseInline,
  withoutOpenMarks,
  type OpenBlock,
  type Piece,
} from "@parley/chat-model/markdown";
import { decodeHTMLStrict } from "entities/decode";
import { CodeStream } from "../highlight/code-stream.ts";
import { toLanguage } from "../highlight/draw-code.ts";
import { loadHighlighter } from "../highlight/highlighter.ts";
import { EMPTY_LINE, STYLES, type Line } from "../line.ts";
import { TAIL_ROWS_MAX } from "../../limits.ts";
import type { Theme } from "../theme.ts";
import { breakCharacters, wrapLine } from "../wrap.ts";
import { drawMarkdown } from "./blocks.ts";
import { drawInline } from "./inline.ts";

const CODE_INDENT = { text: "  " };

export class MarkdownStream {
  readonly #source = new MarkdownSource();
  #code: CodeStream | undefined;
  /** The last row of a paragraph whose beginning was already returned. */
  #carried: Line = EMPTY_LINE;
  #hasDrawn = false;

  push(chunk: string): void {
    this.#source.push(chunk);
  }

  /** Ends the text. */
  end(): void {
    this.#source.end();
  }

  /** Returns the lines that were finished since the last call. */
  take(theme: Theme): Line[] {
    const lines = this.#source.takePieces().flatMap((piece) => this.#draw(piece, theme));
    if (this.#source.isParagraph) lines.push(...this.#takeBeginning(theme));
    return lines;
  }

  /** Draws the unfinished end; call it after `take`. */
  tail(theme: Theme): Line[] {
    const { partial, isInFence, open } = this.#source;
    if (this.#code !== undefined && isInFence) {
      if (partial === "") return [];
      const shown = partial.slice(-theme.columns * TAIL_ROWS_MAX);
      return breakCharacters([CODE_INDENT, ...this.#code.peek(shown)], theme.columns);
    }
    if (open === undefined) return [];
    const lines = this.#drawBlock({ ...open, source: withoutOpenMarks(open.source) }, theme);
    return open.isApart && this.#hasDrawn ? [EMPTY_LINE, ...lines] : lines;
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
    const [first = EMPTY_LINE, ...rest] = drawInline(parseInline(source, { decodeEntities: decodeHTMLStrict }), theme);
    return [[...this.#carried, ...first], ...rest].flatMap((part) => wrapLine(part, theme.columns));
  }

  /** Returns a long paragraph row by row, so that the redrawn part stays small. */
  #takeBeginning(theme: Theme): Line[] {
    const { open } = this.#source;
    if (open === undefined || open.source.length < theme.columns * TAIL_ROWS_MAX) return [];
    const place = cutPlace(open.source, open.source.length - theme.columns * 2);
    if (place === 0) return [];
    const begun = open.source.slice(0, place);
    const rows = this.#drawBlock({ ...open, source: begun.trimEnd() }, theme);
    const isAtLineEnd = begun.endsWith("\n");
    const last = isAtLineEnd ? undefined : rows.pop();
    this.#carried = last === undefined ? EMPTY_LINE : [...last, { text: " " }];
    this.#source.continueWith(open.source.slice(place));
    return this.#spaced(rows, open.isApart);
  }
}
