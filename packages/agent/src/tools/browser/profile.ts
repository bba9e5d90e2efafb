// The folder that a browser keeps its things in: thrown away with it, or later, if we were killed before.
import { hasErrno } from "@parley/base";
import { isAlive, namesIn } from "@parley/home";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NAME = /^parley-browser-(\d+)-/;
/** A browser that has just ended may still have files open there. */
const REMOVE_RETRIES = 5;

export interface Profile extends AsyncDisposable {
  readonly path: string;
}

export async function createProfile(): Promise<Profile> {
  await removeLeft();
  const path = await mkdtemp(join(tmpdir(), `parley-browser-${process.pid}-`));
  return { path, [Symbol.asyncDispose]: () => remove(path) };
}

/** Those of processes that are no more. What is another user's stays. */
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
