// A word being assembled: its text, and the parts that the shell still changes.
import type { FoundWord } from "./found.ts";

/** Stands for a literal character. */
const QUOTED = "\0";

export class Spelling {
  #text = "";
  /** The text with everything quoted or expanded masked. */
  #outline = "";
  #isKnown = true;

  /** Unquoted, with backslashes: a backslash before a line break removes it. */
  addBare(source: string): void {
    const joined = source.includes("\\") ? source.replaceAll(/\\(?:\n|([^]))/g, keepEscaped) : source;
    this.#text += joined.replaceAll(/\\([^])/g, "$1");
    this.#outline += joined.replaceAll(/\\[^]/g, QUOTED);
  }

  addQuoted(text: string): void {
    this.#text += text;
    // An empty string still counts: it keeps a `~` from being the first character.
    this.#outline += QUOTED;
  }

  /** As written, because its value is unknown. */
  addUnknown(source: string): void {
    this.#isKnown = false;
    this.#text += source;
    this.#outline += QUOTED;
  }

  finish(): FoundWord {
    const outline = this.#outline;
    const isPattern = /[*?]/.test(outline) || hasPair(outline, "[", "]") || isBraced(outline);
    const hasTilde = /^~|[:=]~/.test(outline);
    return {
      text: this.#text,
      isLiteral: this.#isKnown && !isPattern && !hasTilde,
      isTilde: this.#isKnown && !isPattern && /^~(?:$|\/)/.test(outline) && !/[:=]~/.test(outline),
    };
  }
}

function keepEscaped(whole: string, character: string | undefined): string {
  return character === undefined ? "" : whole;
}

function hasPair(text: string, open: string, close: string): boolean {
  const start = text.indexOf(open);
  return start >= 0 && text.lastIndexOf(close) > start;
}

/** `{a,b}` and `{1..3}` become several words. */
function isBraced(text: string): boolean {
  if (!hasPair(text, "{", "}")) return false;
  const middle = text.slice(text.indexOf("{"), text.lastIndexOf("}"));
  return middle.includes(",") || middle.includes("..");
}
