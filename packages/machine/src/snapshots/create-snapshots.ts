// Snapshots of a folder: taken, compared, restored. Works inside and outside of repositories and never changes them.
// A process has one object per folder, so that all users of a folder share its walks and its memory.
import { ParleyError } from "@parley/base";
import { mkdir, realpath } from "node:fs/promises";
import { relative, sep } from "node:path";
import { guardErrors } from "../files/file-error.ts";
import type { Folders } from "../files/folder.ts";
import { defaultFolders } from "../files/open-folder.ts";
import { parsePath } from "../files/path-syntax.ts";
import { isWithin } from "../files/roots.ts";
import { keepAwake } from "./awake-folders.ts";
import { createBaseRules } from "./base-rules.ts";
import { FolderSnapshots } from "./folder-snapshots.ts";
import { defaultSnapshotLimits, type SnapshotLimits } from "../limits.ts";
import { resolveFolder } from "./resolve-folder.ts";
import type { Snapshots } from "./snapshots.ts";
import { SnapshotStore } from "./store.ts";

export interface SnapshotsOptions {
  /** An absolute path. */
  readonly folder: string;
  /** Where to store them: an absolute path, created if missing. Many folders may share it. */
  readonly store: string;
  /** A folder of ours inside the user's folder: its content is neither stored nor restored (default: the store). */
  readonly ours?: string;
  /** Lines in .gitignore syntax, weaker than those of .gitignore files. */
  readonly exclude?: readonly string[];
  readonly limits?: Partial<SnapshotLimits>;
  readonly folders?: Folders;
}

/** Folders that are still in use. */
const opened = new Map<string, WeakRef<FolderSnapshots>>();
let sweepAtSize = 64;

export async function createSnapshots(options: SnapshotsOptions): Promise<Snapshots> {
  const { folders = defaultFolders, limits, exclude } = options;
  const folder = await resolveFolder(options.folder);
  const path = await guardErrors("make", options.store, async () => {
    await mkdir(parsePath(options.store), { recursive: true });
    return await realpath(options.store);
  });
  if (path === folder)
    throw new ParleyError({
      code: "usage",
      message: "The snapshots of a folder cannot be stored in that folder itself",
    });
  const foreignPath = await findForeign(folder, options.ours ?? path);
  const store = await SnapshotStore.open(path, folder);
  const key = JSON.stringify([folder, path, foreignPath, exclude, limits, folders === defaultFolders]);
  const known = opened.get(key)?.deref();
  if (known !== undefined) return known;
  const context = { folder, store, foreignPath, folders };
  const rest = { limits: { ...defaultSnapshotLimits, ...limits }, baseRules: createBaseRules(exclude) };
  const created = new FolderSnapshots({ ...context, ...rest }, keepAwake);
  opened.set(key, new WeakRef(created));
  sweep();
  return created;
}

/** Names of snapshots that are no longer used. */
function sweep(): void {
  if (opened.size < sweepAtSize) return;
  for (const [key, reference] of opened) if (reference.deref() === undefined) opened.delete(key);
  sweepAtSize = Math.max(64, opened.size * 2);
}

async function findForeign(folder: string, ours: string): Promise<string | undefined> {
  const path = await guardErrors("access", ours, () => realpath(ours));
  return path !== folder && isWithin(folder, path) ? relative(folder, path).replaceAll(sep, "/") : undefined;
}
