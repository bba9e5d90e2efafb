// Guarded access to files: everything that is opened lies within the roots, or is refused.
import type { FileContext } from "./file-context.ts";
import type { Folders } from "./folder.ts";
import { defaultFileLimits, type FileLimits } from "../limits.ts";
import type { Target } from "./locate.ts";
import { defaultFolders } from "./open-folder.ts";
import { readTextFile, type ReadRequest, type ReadText } from "./read-text-file.ts";
import { deleteFile, moveFile, type MoveRequest } from "./remove-file.ts";
import { openRoots } from "./roots.ts";
import { writeTextFile, type WriteRequest, type WrittenText } from "./write-text-file.ts";

export interface Files {
  readTextFile(request: ReadRequest): Promise<ReadText>;
  writeTextFile(request: WriteRequest): Promise<WrittenText>;
  deleteFile(target: Target): Promise<void>;
  moveFile(request: MoveRequest): Promise<void>;
}

export interface FilesOptions {
  /** Absolute paths of existing folders. Their links are resolved once, here. */
  readonly roots: readonly string[];
  readonly limits?: Partial<FileLimits>;
  /** How folders are held open (default: the safest way on this system). */
  readonly folders?: Folders;
}

export async function createFiles(options: FilesOptions): Promise<Files> {
  const context: FileContext = {
    roots: await openRoots(options.roots),
    folders: options.folders ?? defaultFolders,
    limits: { ...defaultFileLimits, ...options.limits },
  };
  return {
    readTextFile: (request) => readTextFile(context, request),
    writeTextFile: (request) => writeTextFile(context, request),
    deleteFile: (target) => deleteFile(context, target),
    moveFile: (request) => moveFile(context, request),
  };
}
