// Deletes or moves an entry of a folder that was proven to be inside the roots. For a link, that is the link and not its target.
import { hasErrno } from "@parley/base";
import { lstat, rename, unlink } from "node:fs/promises";
import { fileError, guardErrors } from "./file-error.ts";
import type { FileContext } from "./file-context.ts";
import type { Folder } from "./folder.ts";
import { locateEntry, type Target } from "./locate.ts";
import { openBelow } from "./open-folder.ts";

export interface MoveRequest {
  readonly from: Target;
  readonly to: Target;
  /** Replace an existing file; otherwise that is `file_exists`. */
  readonly overwrite?: boolean | undefined;
}

export function deleteFile(context: FileContext, target: Target): Promise<void> {
  return guardErrors("delete", target.path, async () => {
    const { folder, missing, name, real } = await locateEntry(context.roots, target);
    await using parent = await openBelow(context.folders, folder, missing);
    await refuseFolder(parent, name, real);
    await parent.verify();
    await unlink(parent.at(name));
  });
}

/** Missing folders are created. Works within one file system. */
export function moveFile(context: FileContext, { from, to, overwrite = false }: MoveRequest): Promise<void> {
  return guardErrors("move", from.path, async () => {
    const source = await locateEntry(context.roots, from);
    const target = await locateEntry(context.roots, to);
    await using sourceFolder = await openBelow(context.folders, source.folder, source.missing);
    await refuseFolder(sourceFolder, source.name, source.real);
    await using targetFolder = await openBelow(context.folders, target.folder, target.missing, true);
    if (!overwrite) await refuseOther(sourceFolder.at(source.name), targetFolder.at(target.name), target.real);
    await Promise.all([sourceFolder.verify(), targetFolder.verify()]);
    await rename(sourceFolder.at(source.name), targetFolder.at(target.name));
  });
}

async function refuseFolder(parent: Folder, name: string, real: string): Promise<void> {
  if ((await lstat(parent.at(name))).isDirectory()) throw fileError("file_is_directory", real, "is a folder");
}

/** A name of the same file that differs only in case does not count as existing. */
async function refuseOther(from: string, to: string, real: string): Promise<void> {
  try {
    const [source, target] = [await lstat(from, { bigint: true }), await lstat(to, { bigint: true })];
    if (source.dev !== target.dev || source.ino !== target.ino) throw fileError("file_exists", real, "already exists");
  } catch (error) {
    if (!hasErrno(error, "ENOENT")) throw error;
  }
}
