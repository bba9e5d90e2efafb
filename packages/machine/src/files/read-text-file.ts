// Reads a text file, or some lines of it, through a handle that was proven to be inside the roots.
import { ParleyError } from "@parley/base";
import { isUtf8 } from "node:buffer";
import { guardErrors } from "./file-error.ts";
import type { FileContext } from "./file-context.ts";
import { locateFile, type Target } from "./locate.ts";
import { openBelow } from "./open-folder.ts";
import { readLines, tooLarge, type LineRange } from "./read-lines.ts";

export interface ReadRequest extends Target {
  /** The first line to read, from 1. */
  readonly line?: number | null | undefined;
  /** Number of lines to read. */
  readonly limit?: number | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ReadText {
  /** The exact content: line endings, and a byte order mark as U+FEFF. Empty past the end. */
  readonly content: string;
  readonly realPath: string;
  /** Some bytes were not UTF-8 and were read as U+FFFD: writing this content back would change them. */
  readonly lossy: boolean;
}

export function readTextFile(context: FileContext, request: ReadRequest): Promise<ReadText> {
  return guardErrors("read", request.path, async () => {
    const range = parseRange(request);
    const { folder, missing, name, real } = await locateFile(context.roots, request);
    await using parent = await openBelow(context.folders, folder, missing);
    const { handle, stats } = await context.folders.openFile(parent, name);
    await using open = handle;
    const { readBytesMax } = context.limits;
    const isWhole = range.line === 1 && range.limit === Number.POSITIVE_INFINITY;
    if (isWhole && stats.size > readBytesMax) throw tooLarge(real, readBytesMax);
    const bytes = await readLines({ handle: open, path: real }, range, context.limits, request.signal);
    return { content: bytes.toString("utf8"), realPath: real, lossy: !isUtf8(bytes) };
  });
}

function parseRange({ line, limit }: ReadRequest): LineRange {
  if (line !== undefined && line !== null && !(Number.isSafeInteger(line) && line >= 1)) {
    throw new ParleyError({ code: "usage", message: `Lines are counted from 1; ${line} is not a line number` });
  }
  if (limit !== undefined && limit !== null && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new ParleyError({ code: "usage", message: `A limit is a number of lines, not ${limit}` });
  }
  return { line: line ?? 1, limit: limit ?? Number.POSITIVE_INFINITY };
}
