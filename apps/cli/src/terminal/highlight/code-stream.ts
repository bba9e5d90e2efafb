// Highlights code that arrives line by line: each line is coloured once, with some earlier lines as context.
import type { Line } from "../line.ts";
import {
  HIGHLIGHT_BATCH_LINES,
  HIGHLIGHT_CONTEXT_LINES,
  HIGHLIGHT_CONTEXT_LINES_MAX,
  HIGHLIGHTED_LINE_CHARS_MAX,
} from "../../limits.ts";
import { highlight, isHighlightable } from "./highlighter.ts";

interface HighlightedLine {
  readonly text: string;
  /** A comment or a string continues on the next line. */
  readonly isOpen: boolean;
}

export class CodeStream {
  readonly language: string;
  #context: HighlightedLine[] = [];

  constructor(language: string) {
    this.language = language;
  }

  /** Highlights the next lines. */
  push(lines: readonly string[]): Line[] {
    if (!isHighlightable(this.language)) return lines.map(plain);
    const drawn: Line[] = [];
    for (let start = 0; start < lines.length; start += HIGHLIGHT_BATCH_LINES) {
      drawn.push(...this.#draw(lines.slice(start, start + HIGHLIGHT_BATCH_LINES)));
    }
    return drawn;
  }

  /** Highlights an unfinished line without changing the state. */
  peek(text: string): Line {
    const before = this.#context;
    const [drawn = plain(text)] = this.push([text]);
    this.#context = before;
    return drawn;
  }

  #draw(lines: readonly string[]): Line[] {
    if (lines.some(({ length }) => length > HIGHLIGHTED_LINE_CHARS_MAX)) {
      this.#context = [];
      return lines.map(plain);
    }
    const context = this.#context;
    const code = [...context.map(({ text }) => text), ...lines].join("\n");
    const found = highlight(code, this.language);
    if (found === undefined) return lines.map(plain);
    const seen = lines.map((text, index) => ({ text, isOpen: found.isClosed[context.length + index] === false }));
    this.#context = toContext([...context, ...seen]);
    return lines.map((text, index) => found.lines[context.length + index] ?? plain(text));
  }
}

/** The last lines, starting outside any comment or string if possible. */
function toContext(seen: readonly HighlightedLine[]): HighlightedLine[] {
  let start = Math.max(0, seen.length - HIGHLIGHT_CONTEXT_LINES);
  const earliest = Math.max(0, seen.length - HIGHLIGHT_CONTEXT_LINES_MAX);
  while (start > earliest && seen[start - 1]?.isOpen === true) start -= 1;
  return seen.slice(start);
}

function plain(text: string): Line {
  return text === "" ? [] : [{ text }];
}
