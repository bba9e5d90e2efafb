// What stands between `$'` and `'`: the escapes of C, as bash knows them.

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
  /\\(?:([abeEfnrtv\\'"?])|([0-7]{1,3})|x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|c([^])|([^]))/g;

/** Undefined if it makes bytes that are no text, or ends early. */
export function decodeAnsiC(text: string): string | undefined {
  let isText = true;
  const decoded = text.replaceAll(ESCAPE, (whole: string, ...groups: (string | undefined)[]) => {
    const [simple, octal, hex, short, long] = groups;
    if (simple !== undefined) return SIMPLE[simple] ?? whole;
    const byte = octal === undefined ? hex && Number.parseInt(hex, 16) : Number.parseInt(octal, 8);
    if (typeof byte === "number") {
      // A NUL ends the string, and a byte above ASCII is a piece of a character.
      isText &&= byte > 0 && byte < 0x80;
      return String.fromCharCode(byte);
    }
    const point = short ?? long;
    if (point !== undefined) {
      const code = Number.parseInt(point, 16);
      isText &&= code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isText ? String.fromCodePoint(code) : whole;
    }
    // Control characters depend on the version; what is no escape stays as it is.
    isText &&= groups[5] === undefined;
    return whole;
  });
  return isText ? decoded : undefined;
}
