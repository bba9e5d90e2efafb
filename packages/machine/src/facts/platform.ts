// What kind of paths the roots have, and whether their file systems are case-sensitive.
import type { Platform } from "@parley/policy";
import { opendir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errnoOf } from "@parley/base";
import { lstatIfAny } from "./far-disk.ts";
import { CASE_PROBES_MAX } from "../limits.ts";

/** With several roots, the least strict one counts. */
export async function detectPlatform(roots: readonly string[]): Promise<Platform> {
  const style = process.platform === "win32" ? "windows" : "posix";
  const answers = await Promise.all(roots.map(isCaseInsensitive));
  return { style, isCaseInsensitive: answers.includes(true) };
}

/** Whether another spelling is the same entry. A folder whose entries have no letters is tried by its own name. */
async function isCaseInsensitive(root: string): Promise<boolean> {
  const name = await findNameWithLetters(root);
  if (name !== undefined) return isSame(join(root, name), join(root, swapCase(name)));
  if (swapCase(basename(root)) === basename(root)) return process.platform === "darwin" || process.platform === "win32";
  return isSame(root, join(dirname(root), swapCase(basename(root))));
}

async function isSame(path: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([lstatIfAny(path), lstatIfAny(other)]);
  return one !== undefined && one.ino === two?.ino && one.dev === two.dev;
}

async function findNameWithLetters(folder: string): Promise<string | undefined> {
  let probes = CASE_PROBES_MAX;
  try {
    for await (const { name } of await opendir(folder)) {
      if (swapCase(name) !== name) return name;
      probes -= 1;
      if (probes === 0) return undefined;
    }
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
  return undefined;
}

/** ASCII only: file systems disagree about other letters. */
function swapCase(name: string): string {
  return name.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
