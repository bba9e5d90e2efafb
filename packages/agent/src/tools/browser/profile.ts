// The temporary profile folder of a browser, removed with it or by a later run if Parley was killed.
import { hasErrno } from "@parley/base";
import { isAlive, namesIn } from "@parley/home";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NAME = /^parley-browser-(\d+)-/;
/** A browser that has just exited may still have files open there. */
const REMOVE_RETRIES = 5;

export interface Profile extends AsyncDisposable {
  readonly path: string;
}

export async function createProfile(): Promise<Profile> {
  await removeLeft();
  const path = await mkdtemp(join(tmpdir(), `parley-browser-${process.pid}-`));
  return { path, [Symbol.asyncDispose]: () => remove(path) };
}

/** Removes profiles of dead processes, except those that belong to another user. */
async function removeLeft(): Promise<void> {
  for (const name of await namesIn(tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1] ?? process.pid);
    if (pid === process.pid || isAlive(pid)) continue;
    try {
      await remove(join(tmpdir(), name));
    } catch (error) {
      if (!hasErrno(error, "EACCES", "EPERM", "EBUSY", "ENOTEMPTY")) throw error;
    }
  }
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: REMOVE_RETRIES });
}
