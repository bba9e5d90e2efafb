// `&amp;` and the like. A surface that can afford the whole list of names brings its own function.

export type DecodeEntities = (text: string) => string;

/** The names that people and models write; others stay as they are. */
const NAMES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bull: "•",
  copy: "©",
  gt: ">",
  hellip: "…",
  laquo: "«",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  nbsp: "\u00a0",
  ndash: "–",
  quot: '"',
  raquo: "»",
  rdquo: "”",
  reg: "®",
  rsquo: "’",
  times: "×",
  trade: "™",
};

export function decodeCommonEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return Object.hasOwn(NAMES, name) ? (NAMES[name] ?? whole) : whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return isText(code) ? String.fromCodePoint(code) : "\ufffd";
  });
}

/** Neither a control character nor half of a surrogate pair. */
function isText(code: number): boolean {
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && code >= 0x20 && !(code >= 0x7f && code <= 0x9f);
}
