// Text that others wrote, as it is listed: on one line, bounded, without what would change how the rest is shown.

/** Controls, separators of lines, and the marks that turn the direction of writing. */
const UNSHOWN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu;

export function toOneLine(text: string, charsMax: number): string {
  // Half a pair of surrogates is no character.
  const line = text
    .slice(0, 2 * charsMax)
    .replaceAll(UNSHOWN, " ")
    .trim();
  if (line.length <= charsMax) return line;
  return `${line.slice(0, charsMax - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
