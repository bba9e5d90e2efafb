// Makes text from an agent, a file or a program harmless: it cannot move the cursor, set a title or hide a word.

/* oxlint-disable no-control-regex -- control characters are what this file is about */
/** CSI, OSC/DCS/APC/PM/SOS up to their end, and two-character escapes. The unfinished forms at the end of a text too. */
const ESCAPES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** These characters reorder the text after them, so that code reads differently from how it runs. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/g;
const SEPARATORS = /[\u2028\u2029]/g;
const SUSPICIOUS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;
/** The beginnings of what `HIDDEN` finds, for a test that is fast on every chunk. */
const MAY_HIDE = /[\u2060-\u2064\u206a-\u206f\ufff9-\ufffb\udb40]|[\ufe00-\ufe0f]{2}/;
/**
 * Characters that show nothing and can carry text that only a program sees: tags outside of a flag, a second variation
 * selector, and formats that no writing needs.
 */
const HIDDEN =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f})|[\u2060-\u2064\u206a-\u206f\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<=[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;

export const TAB_COLUMNS = 4;
const HELD_BACK_MAX = 256;
/** The beginning of an escape sequence whose end may come with the next chunk. */
const UNFINISHED = /\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b\u009c\n]*\u001b?|[ -/]*)$|\r$/;

/**
 * For prose and output: removes escape sequences and hidden text, keeps lines and what writing and emoji need, and turns
 * tabs into spaces.
 */
export function neutralise(text: string): string {
  const plain = SUSPICIOUS.test(text) ? withoutControls(text).replaceAll("\t", " ".repeat(TAB_COLUMNS)) : text;
  return MAY_HIDE.test(plain) ? plain.replace(HIDDEN, (_, flag: string | undefined) => flag ?? "") : plain;
}

/** Like `neutralise`, but keeps tabs, for text that is passed to another program. */
export function withoutControls(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return text
    .replace(ESCAPES, "")
    .replaceAll("\r\n", "\n")
    .replace(CONTROLS, "")
    .replace(BIDI, "")
    .replace(SEPARATORS, " ");
}

/** For text that the user approves, such as a command or an address: spells out invisible characters. */
export function reveal(text: string): string {
  return text.replace(invisible(), (character) => {
    if (character === "\n") return "\n";
    return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** Like `reveal`, for a line of a file: tabs and line ends are code. */
export function revealCode(text: string): string {
  return reveal(text.replaceAll("\t", " ".repeat(TAB_COLUMNS)).replace(/\r$/, "\u240d"));
}

/**
 * Matches invisible characters and unusual spaces, but not the selector after a character that it turns into an emoji.
 * The expression is created on first use, because compiling its classes would delay every start by milliseconds.
 */
function invisible(): RegExp {
  known ??=
    /(?!(?<=\p{Extended_Pictographic})\ufe0f|\ufe0f\u20e3)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;
  return known;
}

let known: RegExp | undefined;

/** Like `reveal`, but on one line. */
export function revealLine(text: string): string {
  return reveal(text.replaceAll("\n", "\u23ce"));
}

/** Like `neutralise`, but on one line, for titles. */
export function neutralLine(text: string): string {
  return neutralise(text)
    .replace(/\s*\n\s*/g, " ")
    .trim();
}

/** Neutralises text that comes in chunks, also when a chunk ends within an escape sequence. */
export class NeutralStream {
  #held = "";

  push(chunk: string): string {
    const text = this.#held + chunk;
    const found = UNFINISHED.exec(text.slice(-HELD_BACK_MAX));
    if (found === null) {
      this.#held = "";
      return neutralise(text);
    }
    const length = found[0].length;
    this.#held = text.slice(-length);
    return neutralise(text.slice(0, -length));
  }

  /** Returns the text that was held back, at the end of the stream. */
  end(): string {
    const rest = neutralise(this.#held);
    this.#held = "";
    return rest;
  }
}
