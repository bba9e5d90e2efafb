// A word in the making: its text, and what of it the shell still changes.
import type { FoundWord } from "./found.ts";

/** Stands for a character that means nothing but itself. */
const QUOTED = "\0";

export class Spelling {
  #text = "";
  /** The text with everything quoted or expanded made invisible. */
  #outline = "";
  #isKnown = true;
  #isBare = true;

  /** Unquoted, with backslashes in it. */
  addBare(source: string): void {
    if (source.includes("\\")) this.#isBare = false;
    this.#text += source.replaceAll(/\\([^])/g, "$1");
    this.#outline += source.replaceAll(/\\[^]/g, QUOTED);
  }

  addQuoted(text: string): void {
    this.#isBare = false;
    this.#text += text;
    // An empty string is there all the same: it keeps a `~` from being the first character.
    this.#outline += QUOTED;
  }

  /** As it is written, because nobody knows what it will be. */
  addUnknown(source: string): void {
    this.#isBare = false;
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
      isBare: this.#isBare,
    };
  }
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
