// The file of a store: private, and open in one process at a time.
import { ParleyError, hasErrno } from "@parley/base";
import { createFolder, PRIVATE_MODE, takeClaim, type Holder } from "@parley/home";
import { chmod, open, realpath } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";

export interface StoreFile {
  /** Without symbolic links: the same file has the same path. */
  readonly path: string;
  release(): void;
}

/** Creates it if necessary. Rejects with `store_locked`, or with the system's error. */
export async function claimStoreFile(path: string, waitMs?: number): Promise<StoreFile> {
  await createFolder(dirname(path));
  const real = await realPathOf(path);
  const claim = await takeClaim(real, { waitMs });
  if (!("release" in claim)) throw locked(real, claim);
  try {
    // Only now: closing a file releases all locks of this process on it, including those of an open store.
    await (await open(real, "a", PRIVATE_MODE)).close();
    // Files that the database creates beside it get the same mode.
    await chmod(real, PRIVATE_MODE);
  } catch (error) {
    claim.release();
    throw error;
  }
  return { path: real, release: () => claim.release() };
}

async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!hasErrno(error, "ENOENT")) throw error;
    return join(await realpath(dirname(path)), basename(path));
  }
}

function locked(path: string, { path: claim, process: owner }: Holder): ParleyError {
  const where = owner?.pid === process.pid ? "in this process" : "by another process";
  const who = owner === undefined ? "" : ` (pid ${owner.pid} on ${owner.host})`;
  const stop = "Wait for it or stop it if it runs with --no-server, or set PARLEY_HOME to another folder";
  // Of a process on this machine it is certain that it is running.
  const label = owner?.host === hostname() ? stop : `${stop}. If it is not running, delete ${claim}`;
  return new ParleyError({ code: "store_locked", message: `${path} is held open ${where}${who}`, remedy: { label } });
}
