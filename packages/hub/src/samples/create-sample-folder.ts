// Creates a folder with the sample project, outside Parley's home, where agents may not work.
import { lstat, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SAMPLE_FOLDERS_MAX } from "../limits.ts";
import { SAMPLE_FILES } from "./sample-project.ts";

const PREFIX = "parley-sample-";

/** Returns its path. Only the latest samples of this user are kept. */
export async function createSampleFolder(parent: string = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(await realpath(parent), PREFIX));
  for (const [path, text] of Object.entries(SAMPLE_FILES)) {
    const file = join(folder, ...path.split("/"));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  await removeOld(dirname(folder));
  return folder;
}

async function removeOld(parent: string): Promise<void> {
  const own: { readonly path: string; readonly at: number }[] = [];
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(parent, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isDirectory() === true && isOurs(found.uid)) own.push({ path, at: found.birthtimeMs });
  }
  const old = own.toSorted((one, other) => other.at - one.at).slice(SAMPLE_FOLDERS_MAX);
  for (const { path } of old) await rm(path, { recursive: true, force: true });
}

function isOurs(uid: number): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}
