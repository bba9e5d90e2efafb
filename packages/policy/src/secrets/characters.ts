// Sets of ASCII characters, and runs of their characters in a text.

/** One byte per character: whether it is in the set. */
export type CharacterSet = Uint8Array;

const ASCII = 128;

/** Ranges such as `A-Z`; a `-` at the end is itself. */
function setOf(ranges: string): CharacterSet {
  const set = new Uint8Array(ASCII);
  for (let at = 0; at < ranges.length; at += 1) {
    const isRange = ranges[at + 1] === "-" && at + 2 < ranges.length;
    const last = ranges.charCodeAt(isRange ? at + 2 : at);
    for (let code = ranges.charCodeAt(at); code <= last; code += 1) set[code] = 1;
    if (isRange) at += 2;
  }
  return set;
}

export const DIGITS: CharacterSet = setOf("0-9");
export const HEX: CharacterSet = setOf("0-9a-fA-F");
export const UPPER_DIGITS: CharacterSet = setOf("A-Z0-9");
export const ALNUM: CharacterSet = setOf("A-Za-z0-9");
export const WORD: CharacterSet = setOf("A-Za-z0-9_");
export const URL_SAFE: CharacterSet = setOf("A-Za-z0-9_-");
export const DOTTED: CharacterSet = setOf("A-Za-z0-9_.=-");
export const DOTTED_TILDE: CharacterSet = setOf("A-Za-z0-9_.=~-");
export const BASE64: CharacterSet = setOf("A-Za-z0-9+/=");
export const NAME: CharacterSet = setOf("A-Za-z0-9_.-");
export const BLANK: CharacterSet = setOf(" \t");
export const SPACE: CharacterSet = setOf(" \t\r\n");
export const TOKEN: CharacterSet = setOf("A-Za-z0-9_.~+/=-");
export const PATH: CharacterSet = setOf("A-Za-z0-9_.~+/=@%-");
export const QUERY: CharacterSet = setOf("A-Za-z0-9_.~+/=@%?&-");
export const HASH: CharacterSet = setOf("A-Za-z0-9./$=,+");
/** The body of a key: base64 in lines, however their breaks are written. */
export const BLOCK: CharacterSet = setOf("A-Za-z0-9+/= \t\r\n\\\"',:");
export const UUID: CharacterSet = setOf("0-9a-fA-F-");

export function has(set: CharacterSet, code: number): boolean {
  return code < ASCII && set[code] === 1;
}

/** The end of the run that begins at `from`, at most `max` characters later. */
export function runEnd(text: string, from: number, set: CharacterSet, max: number = Infinity): number {
  const limit = Math.min(text.length, from + max);
  let at = from;
  while (at < limit && has(set, text.charCodeAt(at))) at += 1;
  return at;
}

/** The beginning of the run that ends at `to`, at most `max` characters earlier. */
export function runStart(text: string, to: number, set: CharacterSet, max: number): number {
  const limit = Math.max(0, to - max);
  let at = to;
  while (at > limit && has(set, text.charCodeAt(at - 1))) at -= 1;
  return at;
}
