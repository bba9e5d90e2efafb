// Writes a whole text file, in a folder that was proven to be inside the roots.
import { hasErrno } from "@parley/base";
import type { Stats } from "node:fs";
import { access, constants, lstat } from "node:fs/promises";
import { fileError, guardErrors } from "./file-error.ts";
import type { FileContext } from "./file-context.ts";
import { refuseUnlessRegular } from "./file-kind.ts";
import type { Folder } from "./folder.ts";
import { keepLineEndings, type LineEndings } from "./line-endings.ts";
import { locateFile, type Target } from "./locate.ts";
import { openBelow } from "./open-folder.ts";
import { readLines } from "./read-lines.ts";
import { replaceFile } from "./replace-file.ts";

export interface WriteRequest extends Target {
  readonly content: string;
  /** Default: `exact`. */
  readonly lineEndings?: LineEndings | undefined;
}

export interface WrittenText {
  readonly realPath: string;
  /** The file did not exist before. */
  readonly created: boolean;
  /** The file has other hard links; those keep the old content. */
  readonly leftHardLinks: boolean;
}

/** Missing folders are created; a link is followed to its file; mode and, if possible, owner are kept. */
export function writeTextFile(context: FileContext, request: WriteRequest): Promise<WrittenText> {
  return guardErrors("write", request.path, async () => {
    const { writeBytesMax } = context.limits;
    const { folder, missing, name, real } = await locateFile(context.roots, request);
    if (Buffer.byteLength(request.content) > writeBytesMax) {
      throw fileError("file_too_large", real, `would be too large (over ${writeBytesMax} bytes)`);
    }
    await using parent = await openBelow(context.folders, folder, missing, true);
    const like = await statExisting(parent, name, real);
    const content = like === undefined ? request.content : await adapt(context, request, parent, name);
    await replaceFile(parent, name, { bytes: Buffer.from(content), like, durable: true });
    return { realPath: real, created: like === undefined, leftHardLinks: (like?.nlink ?? 1) > 1 };
  });
}

/** Refuses anything but a file, and a file that may not be written: replacing it would bypass its mode. */
async function statExisting(parent: Folder, name: string, real: string): Promise<Stats | undefined> {
  try {
    const stats = await lstat(parent.at(name));
    refuseUnlessRegular(stats, real);
    await access(parent.at(name), constants.W_OK);
    return stats;
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return undefined;
    throw error;
  }
}

async function adapt(context: FileContext, request: WriteRequest, parent: Folder, name: string): Promise<string> {
  if (request.lineEndings !== "keep") return request.content;
  const { handle } = await context.folders.openFile(parent, name);
  await using open = handle;
  const all = { line: 1, limit: Number.POSITIVE_INFINITY };
  const previous = await readLines({ handle: open, path: request.path }, all, context.limits);
  return keepLineEndings(request.content, previous.toString("utf8"));
}
