// The snapshots of one folder, shared by everything in this process that works in it.
import { ParleyError } from "@parley/base";
import { diffSnapshots, type DiffOptions, type SnapshotDiff } from "./diff.ts";
import type { Manifest, ManifestHeader } from "./manifest.ts";
import { readPresent, readStored, type StoredFile } from "./read-stored.ts";
import { reviseLines, type LineRevision, type RevisedLines } from "./revise.ts";
import { restoreSnapshot, type RestoreOptions } from "./restore.ts";
import type { Restored, Snapshot, SnapshotInfo, Snapshots } from "./snapshots.ts";
import { TakeQueue } from "./take-queue.ts";
import { Taker, type TakeContext, type TakeOptions } from "./take.ts";
import { inWalkSlot } from "./walk-slots.ts";
import { WorkFolder } from "./work-folder.ts";

export class FolderSnapshots implements Snapshots {
  readonly #context: TakeContext;
  readonly #work: WorkFolder;
  readonly #taker: Taker;
  readonly #queue: TakeQueue;
  readonly #onUse: (used: FolderSnapshots) => void;

  /** `onUse`: a snapshot was taken; memory and watches are kept for the next one. */
  constructor(context: TakeContext, onUse: (used: FolderSnapshots) => void) {
    this.#context = context;
    this.#onUse = onUse;
    this.#work = new WorkFolder(context.folders, context.folder, context.limits.fileBytesMax);
    this.#taker = new Taker(context);
    this.#queue = new TakeQueue({
      take: (options) => this.#take(options),
      hold: (id) => context.store.holds.hold(id),
    });
  }

  async take(options: TakeOptions = {}): Promise<Snapshot> {
    const manifest = await this.#queue.take(options);
    return { ...toInfo(manifest), skipped: manifest.skipped };
  }

  release(id: string): void {
    this.#context.store.holds.release(id);
  }

  async list(): Promise<SnapshotInfo[]> {
    const { store } = this.#context;
    const headers = await Promise.all((await store.list()).map((id) => store.readHeader(id)));
    return headers.flatMap((header) => (header === undefined ? [] : toInfo(header)));
  }

  async diff(before: string, after: string, options: DiffOptions = {}): Promise<SnapshotDiff> {
    const { store } = this.#context;
    const older = await store.read(before);
    if (before === after) return { files: [], skipped: older.skipped };
    return diffSnapshots(this.#context, older, await store.read(after), options);
  }

  async read(id: string | undefined, path: string): Promise<StoredFile> {
    if (id === undefined) return readPresent(this.#work, path, this.#context.limits.diffBytesMax);
    return readStored(this.#context, await this.#context.store.read(id), path);
  }

  revise(revision: LineRevision): Promise<RevisedLines> {
    return this.#queue.inTurn(async () => {
      const undo = await this.#take({});
      return { ...(await reviseLines(this.#work, revision)), undo: undo.id };
    });
  }

  restore(to: string, options: RestoreOptions = {}): Promise<Restored> {
    return this.#queue.inTurn(async () => {
      const { store } = this.#context;
      const target = await store.read(to);
      const expected = options.from === undefined ? await this.#readLatest() : await store.read(options.from);
      const held = [target.id, expected.id];
      for (const id of held) store.holds.hold(id);
      try {
        const undo = await this.#take({});
        const later = options.from === undefined && options.hunks === undefined ? undo : expected;
        const context = { ...this.#context, work: this.#work };
        return { ...(await restoreSnapshot(context, { to: target, later, expected }, options)), undo: undo.id };
      } finally {
        for (const id of held) store.holds.release(id);
      }
    });
  }

  /** Releases memory and watches. False if they are in use. */
  sleep(): boolean {
    if (!this.#queue.isIdle) return false;
    this.#taker.sleep();
    this.#context.store.sleep();
    return true;
  }

  async #take(options: TakeOptions): Promise<Manifest> {
    this.#onUse(this);
    return inWalkSlot(() => this.#taker.take(options));
  }

  async #readLatest(): Promise<Manifest> {
    const latest = await this.#context.store.readLatest();
    if (latest !== undefined) return latest;
    throw new ParleyError({ code: "snapshot_not_found", message: "This folder has no snapshot yet" });
  }
}

function toInfo({ id, at, files, bytes }: ManifestHeader): SnapshotInfo {
  return { id, at, files, bytes };
}
