// Opens a trace for reading: one file, or all parts of a recording in order; `-` is stdin.
import { ParleyError, hasErrno } from "@parley/base";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { HEADER_BYTES_MAX, RECORD_PARTS_MAX } from "../limits.ts";
import { parseTraceLine } from "./read/parse-line.ts";
import { readTrace } from "./read/read-trace.ts";
import { partPath } from "./record/rotating-file.ts";
import type { TraceHeader, TraceItem } from "./trace-item.ts";

export interface OpenTraceOptions {
  readonly signal?: AbortSignal | undefined;
  /** The source that `-` refers to. */
  readonly stdin?: AsyncIterable<Uint8Array | string> | undefined;
  /** Called as bytes are read. */
  readonly onProgress?: ((readBytes: number, totalBytes: number | undefined) => void) | undefined;
}

/** Line numbers continue from file to file. Rejects with `file_not_found` or `file_failed`. */
export async function* openTrace(path: string, options: OpenTraceOptions = {}): AsyncGenerator<TraceItem> {
  const { stdin, signal, onProgress } = options;
  if (path === "-") {
    if (stdin === undefined)
      throw new ParleyError({ code: "usage", message: "Stdin is not available to read a trace from" });
    yield* readTrace(count(stdin, undefined, onProgress), { signal });
    return;
  }
  const parts = await findParts(path);
  const sizes = await Promise.all(parts.map(async (part) => (await stat(part)).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  yield* readTrace(count(readAll(parts, signal), total, onProgress), { signal });
}

async function* readAll(paths: readonly string[], signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  for (const path of paths) {
    let last: Uint8Array | undefined;
    for await (const chunk of createReadStream(path, { signal })) {
      last = chunk as Uint8Array;
      yield last;
    }
    // An incomplete line at the end of one file must not be joined with the next file.
    if (last !== undefined && last.at(-1) !== 10 && path !== paths.at(-1)) yield Buffer.from("\n");
  }
}

async function* count(
  source: AsyncIterable<Uint8Array | string>,
  total: number | undefined,
  onProgress: OpenTraceOptions["onProgress"],
): AsyncGenerator<Uint8Array | string> {
  let read = 0;
  for await (const chunk of source) {
    read += chunk.length;
    onProgress?.(read, total);
    yield chunk;
  }
}

/** Oldest first. Files in the same folder belong to it if their headers say so. */
async function findParts(path: string): Promise<readonly string[]> {
  const own = await readHeader(path);
  const parts = [path];
  if (own?.id === undefined || own.part <= 1) return parts;
  for (let age = 1; age < RECORD_PARTS_MAX; age += 1) {
    const older = partPath(path, age);
    const header = await readHeaderIfThere(older);
    if (header?.id !== own.id) break;
    parts.unshift(older);
  }
  return parts;
}

async function readHeaderIfThere(path: string): Promise<TraceHeader | undefined> {
  try {
    return await readHeader(path);
  } catch (error) {
    if (error instanceof ParleyError && error.code === "file_not_found") return undefined;
    throw error;
  }
}

async function readHeader(path: string): Promise<TraceHeader | undefined> {
  try {
    await using file = await open(path, "r");
    const info = await file.stat();
    if (info.isDirectory())
      throw new ParleyError({ code: "file_is_directory", message: `${path} is a folder; expected a trace` });
    // A pipe can be read only once.
    if (!info.isFile()) return undefined;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES_MAX), 0, HEADER_BYTES_MAX, 0);
    const [first = ""] = buffer.toString("utf8", 0, bytesRead).split("\n");
    const item = parseTraceLine(first, 1);
    return item?.type === "header" ? item.header : undefined;
  } catch (cause) {
    throw toOpenError(path, cause);
  }
}

function toOpenError(path: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof ParleyError) return cause;
  const isMissing = hasErrno(cause, "ENOENT", "ENOTDIR");
  return new ParleyError({
    code: isMissing ? "file_not_found" : "file_failed",
    message: isMissing ? `Trace ${path} not found` : `Cannot read trace ${path}: ${cause.message}`,
    remedy: { label: "Pass a file recorded with --record, or - for stdin" },
    cause,
  });
}
