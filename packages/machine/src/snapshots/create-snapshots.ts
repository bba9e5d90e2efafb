// Snapshots of a folder: taken, compared, restored. Works inside and outside of repositories and never touches them.
import { ParleyError } from "@parley/base";
import { mkdir, realpath } from "node:fs/promises";
import { relative, sep } from "node:path";
import { guardErrors } from "../files/file-error.ts";
import type { Folders } from "../files/folder.ts";
import { defaultFolders } from "../files/open-folder.ts";
import { parsePath } from "../files/path-syntax.ts";
import { isWithin } from "../files/roots.ts";
import { createBaseRules } from "./base-rules.ts";
import { diffSnapshots, type DiffOptions, type SnapshotDiff } from "./diff.ts";
import { defaultSnapshotLimits, type SnapshotLimits } from "./limits.ts";
import type { Manifest, ManifestHeader } from "./manifest.ts";
import { resolveFolder } from "./resolve-folder.ts";
import { restoreSnapshot, type Restoration, type RestoreOptions } from "./restore.ts";
import type { Skipped } from "./skipped.ts";
import { SnapshotStore } from "./store.ts";
import { takeSnapshot, type TakeContext, type TakeOptions } from "./take.ts";
import { WorkFolder } from "./work-folder.ts";

export interface SnapshotInfo {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly files: number;
  readonly bytes: number;
}

export interface Snapshot extends SnapshotInfo {
  /** What it does not have although the folder does, and although it is not ignored. */
  readonly skipped: readonly Skipped[];
}

export interface Restored extends Restoration {
  /** The snapshot that was taken before, by which all of it can be undone. */
  readonly undo: string;
}

export interface Snapshots {
  take(options?: TakeOptions): Promise<Snapshot>;
  /** The oldest first. */
  list(): Promise<SnapshotInfo[]>;
  diff(before: string, after: string, options?: DiffOptions): Promise<SnapshotDiff>;
  /** Back to how it was in `to`. */
  restore(to: string, options?: RestoreOptions): Promise<Restored>;
}

export interface SnapshotsOptions {
  /** An absolute path. */
  readonly folder: string;
  /** Where to keep them: an absolute path, made if missing. Many folders may share it. */
  readonly store: string;
  /** The folder that is ours and not the user's, wherever it lies: what is in it is neither kept nor put back. The store unless given. */
  readonly ours?: string;
  /** Lines as in a .gitignore file, weaker than those. */
  readonly exclude?: readonly string[];
  readonly limits?: Partial<SnapshotLimits>;
  readonly folders?: Folders;
}

export async function createSnapshots(options: SnapshotsOptions): Promise<Snapshots> {
  return new FolderSnapshots(await createContext(options));
}

async function createContext(options: SnapshotsOptions): Promise<TakeContext> {
  const folder = await resolveFolder(options.folder);
  const path = await guardErrors("make", options.store, async () => {
    await mkdir(parsePath(options.store), { recursive: true });
    return await realpath(options.store);
  });
  if (path === folder)
    throw new ParleyError({ code: "usage", message: "A folder cannot be the store of its snapshots" });
  return {
    folder,
    store: await SnapshotStore.open(path, folder),
    foreignPath: await findForeign(folder, options.ours ?? path),
    folders: options.folders ?? defaultFolders,
    limits: { ...defaultSnapshotLimits, ...options.limits },
    baseRules: createBaseRules(options.exclude),
  };
}

async function findForeign(folder: string, ours: string): Promise<string | undefined> {
  const path = await guardErrors("look at", ours, () => realpath(ours));
  return path !== folder && isWithin(folder, path) ? relative(folder, path).replaceAll(sep, "/") : undefined;
}

class FolderSnapshots implements Snapshots {
  readonly #context: TakeContext;
  readonly #work: WorkFolder;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(context: TakeContext) {
    this.#context = context;
    this.#work = new WorkFolder(context.folders, context.folder, context.limits.fileBytesMax);
  }

  take(options: TakeOptions = {}): Promise<Snapshot> {
    return this.#inTurn(async () => {
      const manifest = await takeSnapshot(this.#context, options, new Set());
      return { ...toInfo(manifest), skipped: manifest.skipped };
    });
  }

  async list(): Promise<SnapshotInfo[]> {
    const { store } = this.#context;
    const headers = await Promise.all((await store.list()).map((id) => store.readHeader(id)));
    return headers.flatMap((header) => (header === undefined ? [] : toInfo(header)));
  }

  async diff(before: string, after: string, options: DiffOptions = {}): Promise<SnapshotDiff> {
    const { store } = this.#context;
    return diffSnapshots(this.#context, await store.read(before), await store.read(after), options);
  }

  restore(to: string, options: RestoreOptions = {}): Promise<Restored> {
    return this.#inTurn(async () => {
      const { store } = this.#context;
      const target = await store.read(to);
      const expected = options.from === undefined ? await this.#readLatest() : await store.read(options.from);
      const undo = await takeSnapshot(this.#context, {}, new Set([target.id, expected.id]));
      const later = options.from === undefined && options.hunks === undefined ? undo : expected;
      const context = { ...this.#context, work: this.#work };
      return { ...(await restoreSnapshot(context, { to: target, later, expected }, options)), undo: undo.id };
    });
  }

  async #readLatest(): Promise<Manifest> {
    const latest = await this.#context.store.readLatest();
    if (latest !== undefined) return latest;
    throw new ParleyError({ code: "snapshot_not_found", message: "There is no snapshot of this folder" });
  }

  /** One after the other: two at once would read everything twice, and restore from under each other. */
  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(action);
    this.#queue = result.catch(() => undefined); // Whoever asked gets the error.
    return result;
  }
}

function toInfo({ id, at, files, bytes }: ManifestHeader): SnapshotInfo {
  return { id, at, files, bytes };
}
