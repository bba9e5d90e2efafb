// Replaces a file or a link atomically: a draft in the same folder is synced to the disk before it takes the name. In
// any case the name has the old content or the new one, and no draft is left.
import { ParleyError, hasErrno } from "@parley/base";
import { constants, type Stats } from "node:fs";
import { open, rename, symlink, unlink, type FileHandle } from "node:fs/promises";
import { createDraftName, sweepDrafts } from "./drafts.ts";
import { showPath } from "./file-error.ts";
import type { Folder } from "./folder.ts";

const { O_CREAT, O_EXCL, O_WRONLY } = constants;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const PERMISSIONS = 0o777;
const DEFAULT_MODE = 0o666;
const PRIVATE_MODE = 0o600;

interface NewFile {
  readonly bytes: Uint8Array;
  /** The file whose owner and mode it keeps. Node cannot copy access lists and extended attributes. */
  readonly like?: Pick<Stats, "mode" | "uid" | "gid"> | undefined;
  readonly mode?: number | undefined;
  /** Wait until the bytes are on the disk, so that even after a power cut the name has the old content or the new one. */
  readonly durable: boolean;
}

/** A link at that name is replaced, never followed. */
export async function replaceFile(folder: Folder, name: string, file: NewFile): Promise<void> {
  await takeName(folder, name, async (draft) => {
    const hasMode = file.like !== undefined || file.mode !== undefined;
    const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
    await using handle = await open(draft, flags, hasMode ? PRIVATE_MODE : DEFAULT_MODE);
    await handle.writeFile(file.bytes);
    await keepOwner(handle, file.like);
    const mode = file.mode ?? file.like?.mode;
    if (mode !== undefined) await handle.chmod(mode & PERMISSIONS);
    if (file.durable) await handle.sync();
  });
}

export async function replaceWithLink(folder: Folder, name: string, target: string | Buffer): Promise<void> {
  await takeName(folder, name, (draft) => symlink(target, draft));
}

async function takeName(folder: Folder, name: string, make: (draft: string) => Promise<void>): Promise<void> {
  const draft = folder.at(createDraftName());
  try {
    await folder.verify();
    await sweepDrafts(folder.real);
    await make(draft);
    await folder.verify();
    await rename(draft, folder.at(name));
  } catch (error) {
    await removeDraft(draft, error);
    throw error;
  }
}

async function removeDraft(draft: string, failure: unknown): Promise<void> {
  try {
    await unlink(draft);
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return;
    const message = `A draft could not be removed: ${showPath(draft)}`;
    throw new ParleyError({ code: "file_failed", message, cause: new AggregateError([failure, error], message) });
  }
}

/** Only root may change a file's owner; for other users the file becomes theirs, as with any editor that saves this way. */
async function keepOwner(handle: FileHandle, like: NewFile["like"]): Promise<void> {
  if (like === undefined || process.platform === "win32") return;
  const { uid, gid } = await handle.stat();
  if (uid === like.uid && gid === like.gid) return;
  try {
    await handle.chown(like.uid, like.gid);
  } catch (error) {
    if (!hasErrno(error, "EPERM", "EACCES", "EINVAL")) throw error;
  }
}
