// Text for people: bounded, and without characters that would change how the rest is shown.

/** Controls, line and paragraph separators, and the marks that turn the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

export function shorten(text: string, charsMax: number): string {
  const cut = text.length > charsMax ? `${text.slice(0, charsMax - 1)}…` : text;
  if (isPlain(cut)) return cut;
  return cut.replaceAll(UNPRINTABLE, (character) => {
    const hex = character.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${hex}`;
  });
}

/** Printable ASCII, as most texts are. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}
