// Reads lines out of an open file without loading the rest of it.
import type { FileHandle } from "node:fs/promises";
import { fileError } from "./file-error.ts";
import { CHUNK_BYTES, PROBE_BYTES, type FileLimits } from "../limits.ts";

const NEWLINE = 10;

export interface LineRange {
  /** The first line, from 1. */
  readonly line: number;
  readonly limit: number;
}

/**
 * The bytes of the lines, with their line endings: consecutive ranges add up to the file. A line ends with LF; a CR
 * before it is part of the line. `path` is for messages.
 */
export async function readLines(
  { handle, path }: { readonly handle: FileHandle; readonly path: string },
  range: LineRange,
  limits: FileLimits,
  signal?: AbortSignal,
): Promise<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let skip = range.line - 1;
  let take = range.limit;
  for (let position = 0; take > 0;) {
    signal?.throwIfAborted();
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) break;
    const bytes = chunk.subarray(0, bytesRead);
    if (position === 0) refuseBinary(bytes, path);
    position += bytesRead;
    const start = passLines(bytes, 0, skip);
    skip -= start.lines;
    if (skip === 0) {
      const end = passLines(bytes, start.offset, take);
      take -= end.lines;
      keptBytes += end.offset - start.offset;
      if (keptBytes > limits.readBytesMax) throw tooLarge(path, limits.readBytesMax);
      kept.push(Buffer.from(bytes.subarray(start.offset, end.offset)));
    } else if (position >= limits.scanBytesMax) {
      throw fileError("file_too_large", path, `has no such line in its first ${limits.scanBytesMax} bytes`);
    }
  }
  return Buffer.concat(kept);
}

export function tooLarge(path: string, bytesMax: number): Error {
  return fileError(
    "file_too_large",
    path,
    `is too large to read at once (over ${bytesMax} bytes); read part of it by lines`,
  );
}

/** The test that git uses. UTF-16 counts as binary. */
function refuseBinary(bytes: Uint8Array, path: string): void {
  if (bytes.subarray(0, PROBE_BYTES).includes(0)) throw fileError("file_is_binary", path, "is not a text file");
}

/** Skips `lines` line endings, or to the end of the bytes. */
function passLines(bytes: Uint8Array, from: number, lines: number): { offset: number; lines: number } {
  let offset = from;
  for (let passed = 0; passed < lines; passed += 1) {
    const end = bytes.indexOf(NEWLINE, offset);
    if (end === -1) return { offset: bytes.length, lines: passed };
    offset = end + 1;
  }
  return { offset, lines };
}
