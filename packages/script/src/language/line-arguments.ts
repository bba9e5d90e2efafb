// The arguments after the verb: words, numbers, text with escapes. Reading past the end returns undefined and never
// throws.

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t" };
/** Other backslashes stay as they are, so that most Windows paths and patterns can be typed plainly. */
const ESCAPED = /\\([nt\\;,= ])/g;

export class LineArguments {
  #rest: string;

  constructor(rest: string) {
    this.#rest = trim(rest);
  }

  get atEnd(): boolean {
    return this.#rest === "";
  }

  /** Up to the next space, or between double quotes; taken literally. Undefined if there is none or it is empty. */
  word(): string | undefined {
    const quoted = /^"([^"]*)"(?=\s|$)/.exec(this.#rest);
    const [taken, word] = quoted ?? /^(\S+)/.exec(this.#rest) ?? ["", ""];
    this.#rest = this.#rest.slice(taken.length).trimStart();
    return word === "" ? undefined : word;
  }

  oneOf<Name extends string>(names: readonly Name[]): Name | undefined {
    const word = this.word();
    return names.find((name) => name === word);
  }

  wholeNumber(): number | undefined {
    const word = this.word();
    return word !== undefined && /^\d{1,15}$/.test(word) ? Number(word) : undefined;
  }

  decimal(): number | undefined {
    const word = this.word();
    return word !== undefined && /^\d{1,15}(\.\d{1,15})?$/.test(word) ? Number(word) : undefined;
  }

  /** The rest, literally. */
  remainder(): string | undefined {
    const rest = this.#rest;
    this.#rest = "";
    return rest === "" ? undefined : rest;
  }

  /** The rest, with escapes resolved. */
  text(): string | undefined {
    const rest = this.remainder();
    return rest === undefined ? undefined : unescape(rest);
  }

  /** The rest, split at each unescaped separator; empty parts are dropped. */
  list(separator: string): string[] {
    const parts: string[] = [];
    let start = 0;
    const rest = this.remainder() ?? "";
    for (let at = 0; at < rest.length; at += 1) {
      if (rest[at] === "\\") at += 1;
      else if (rest[at] === separator) {
        parts.push(rest.slice(start, at));
        start = at + 1;
      }
    }
    parts.push(rest.slice(start));
    return parts.map((part) => unescape(trim(part))).filter((part) => part !== "");
  }

  /** `OLD => NEW`, either of which may be empty; undefined without an arrow between spaces. */
  change(): { oldText: string; newText: string } | undefined {
    const rest = this.remainder() ?? "";
    const arrow = /(?:^|\s)=>(?:\s|$)/.exec(rest);
    if (arrow === null) return undefined;
    const oldText = unescape(trim(rest.slice(0, arrow.index)));
    return { oldText, newText: unescape(trim(rest.slice(arrow.index + arrow[0].length))) };
  }
}

/** Keeps an escaped space at the end. */
function trim(text: string): string {
  const end = text.trimEnd();
  let backslashes = 0;
  while (end[end.length - 1 - backslashes] === "\\") backslashes += 1;
  const isProtected = backslashes % 2 === 1 && end.length < text.length;
  return (isProtected ? `${end} ` : end).trimStart();
}

function unescape(text: string): string {
  return text.replaceAll(ESCAPED, (_, character: string) => ESCAPES[character] ?? character);
}
