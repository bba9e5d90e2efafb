// Where characters begin and end in UTF-8 bytes.

const CONTINUATIONS_MAX = 3;

/** The first index at or after `from` where a character begins. Bytes that are not UTF-8 are skipped only a little way. */
export function characterStart(bytes: Uint8Array, from: number): number {
  for (let at = from; at <= from + CONTINUATIONS_MAX; at += 1) {
    if (!isContinuation(bytes[at])) return at;
  }
  return from;
}

/** How many bytes at the end belong to an incomplete character. */
export function unfinishedLength(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(CONTINUATIONS_MAX, bytes.length); length += 1) {
    const byte = bytes[bytes.length - length];
    if (isContinuation(byte)) continue;
    return characterLength(byte ?? 0) > length ? length : 0;
  }
  return 0;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** By its first byte; 1 for a byte that does not begin a character. */
export function characterLength(first: number): number {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  if (first >= 0xf0 && first <= 0xf4) return 4;
  return 1;
}
