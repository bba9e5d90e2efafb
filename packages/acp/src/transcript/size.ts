// Measures the size of values for the limits.

/** Payloads deeper than this are walked without recursion, because agents may nest them arbitrarily. */
const DEPTH_MAX = 32;

/** The approximate number of characters of a JSON value. */
export function charsOf(value: unknown, depth = 0): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  if (depth > DEPTH_MAX) return charsOfDeep(value);
  let chars = 1;
  if (Array.isArray(value)) {
    for (const item of value) chars += charsOf(item, depth + 1);
    return chars;
  }
  const owner = value as { [name: string]: unknown };
  for (const name of Object.keys(owner)) chars += name.length + charsOf(owner[name], depth + 1);
  return chars;
}

function charsOfDeep(value: object): number {
  let chars = 0;
  const rest: object[] = [value];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    chars += 1;
    for (const [name, inner] of Object.entries(next)) {
      if (!Array.isArray(next)) chars += name.length;
      if (typeof inner === "object" && inner !== null) rest.push(inner as object);
      else chars += charsOf(inner);
    }
  }
  return chars;
}

export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) bytes += utf8BytesAt(text, index);
  return bytes;
}

/** The index after the first characters that take at least `bytes` in UTF-8. */
export function placeAfterBytes(text: string, bytes: number): number {
  let place = 0;
  for (let taken = 0; taken < bytes && place < text.length; place += 1) taken += utf8BytesAt(text, place);
  return place;
}

/** Each half of a surrogate pair counts as two bytes. */
function utf8BytesAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code >= 0xd800 && code <= 0xdfff ? 2 : 3;
}
