// The text between `$'` and `'`: C escapes as bash reads them.

const SIMPLE: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  e: "\u001B",
  E: "\u001B",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

const ESCAPE =
  /\\(?:([abeEfnrtv\\'"?])|([0-7]{1,3})|x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|(c[^])|[^])/g;

/**
 * Undefined if shells disagree: a NUL ends the string, a byte above ASCII is part of a character, a character above
 * ASCII depends on the locale, and a control character on the version.
 */
export function decodeAnsiC(text: string): string | undefined {
  let isCertain = true;
  const decoded = text.replaceAll(ESCAPE, (whole: string, ...groups: (string | undefined)[]) => {
    const [simple, octal, byte, short, long, control] = groups;
    if (simple !== undefined) return SIMPLE[simple] ?? whole;
    if (control !== undefined) isCertain = false;
    const hex = byte ?? short ?? long;
    if (octal === undefined && hex === undefined) return whole;
    const code = octal === undefined ? Number.parseInt(hex ?? "", 16) : Number.parseInt(octal, 8);
    isCertain &&= code > 0 && code < 0x80;
    return isCertain ? String.fromCodePoint(code) : whole;
  });
  return isCertain ? decoded : undefined;
}
