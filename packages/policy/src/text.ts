// Text for display: bounded, and without characters that are invisible or change how the rest is shown.
import { truncate } from "@parley/base";

/** Control characters, line separators and invisible characters: direction marks, zero-width and blank ones. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** One line. */
export function shorten(text: string, charsMax: number): string {
  const cut = truncate(text, charsMax);
  return isPlain(cut) ? cut : cut.replaceAll(HIDDEN, spell);
}

/** Lines and tabs stay. */
export function reveal(text: string): string {
  return isPlain(text)
    ? text
    : text.replaceAll(HIDDEN, (character) => (character === "\n" || character === "\t" ? character : spell(character)));
}

function spell(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).padStart(4, "0");
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex}`;
}

/** Printable ASCII, as most texts are. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}
