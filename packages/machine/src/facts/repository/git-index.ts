// The repositories inside a repository, from its index: git enters each of them when it reports the status of the whole.

const SIGNATURE = 0x44_49_52_43; // DIRC
const HEADER_BYTES = 12;
const MODE_AT = 24;
const GITLINK = 0o160_000;
const IS_EXTENDED = 0x40_00;
/** The fields before the hash, and the flags after it. */
const STAT_BYTES = 40;
const FLAGS_BYTES = 2;
/** `link`: the entries are in another file. */
const SPLIT = 0x6c_69_6e_6b;

/** Paths of the entries that are repositories; undefined if the index is not understood. */
export function findGitlinks(index: Buffer, hashBytes: number): readonly string[] | undefined {
  if (index.length < HEADER_BYTES || index.readUInt32BE(0) !== SIGNATURE) return undefined;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const found: string[] = [];
  let at = HEADER_BYTES;
  let path = "";
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = at + STAT_BYTES + hashBytes;
    if (flagsAt + FLAGS_BYTES > index.length) return undefined;
    const isExtended = version > 2 && (index.readUInt16BE(flagsAt) & IS_EXTENDED) !== 0;
    let nameAt = flagsAt + FLAGS_BYTES * (isExtended ? 2 : 1);
    let kept = 0;
    if (version === 4) [kept, nameAt] = readCount(index, nameAt);
    const end = index.indexOf(0, nameAt);
    if (end < 0) return undefined;
    const isLink = index.readUInt32BE(at + MODE_AT) === GITLINK;
    // Only version 4 needs the previous name.
    if (isLink || version === 4) {
      const name = index.toString("utf8", nameAt, end);
      path = version === 4 ? path.slice(0, Math.max(0, path.length - kept)) + name : name;
      if (isLink) found.push(path);
    }
    // Up to version 3 an entry is padded to a multiple of eight bytes.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return isSplit(index, at, hashBytes) ? undefined : found;
}

/** How much of the previous path is dropped, in git's variable-length format, and where the rest begins. */
function readCount(index: Buffer, start: number): [count: number, next: number] {
  let at = start;
  let byte = index[at] ?? 0;
  let count = byte & 0x7f;
  while ((byte & 0x80) !== 0 && at < start + 8) {
    at += 1;
    byte = index[at] ?? 0;
    count = ((count + 1) << 7) | (byte & 0x7f);
  }
  return [count, at + 1];
}

function isSplit(index: Buffer, start: number, hashBytes: number): boolean {
  for (let at = start; at + 8 <= index.length - hashBytes; at += 8 + index.readUInt32BE(at + 4)) {
    if (index.readUInt32BE(at) === SPLIT) return true;
  }
  return false;
}
