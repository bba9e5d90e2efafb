// Where the snapshots of one folder are stored: a file for each, and packs with the content. Nothing is changed in place, so
// several processes can use it at once, and a killed one leaves at worst a file without references.
import { ParleyError, hasErrno } from "@parley/base";
import { existsSync } from "node:fs";
import { open as openFile, mkdir, readdir, readFile, realpath, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { guardErrors } from "../files/file-error.ts";
import { defaultFolders } from "../files/open-folder.ts";
import { replaceFile } from "../files/replace-file.ts";
import type { Blob } from "./entry.ts";
import { HEADER_BYTES_MAX, PARSED_MAX, PRUNE_EVERY, type SnapshotLimits } from "../limits.ts";
import { damaged, formatManifest, parseHeader, parseManifest, type Manifest, type ManifestHeader } from "./manifest.ts";
import { hashBytes, PackWriter, readBlob } from "./pack.ts";
import { Holds } from "./holds.ts";
import { pruneStore, statFolder } from "./prune.ts";

const PRIVATE_FOLDER_MODE = 0o700;
const PRIVATE_MODE = 0o600;
/** Another format gets another folder: files that we cannot read must not be pruned. */
const FORMAT = "v1";
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How far the number of snapshots may exceed its limit before they are pruned. */
const SLACK = 1 / 8;

interface Usage {
  packBytes: number;
  manifestBytes: number;
  manifests: number;
  /** Snapshots that were written since the store was last checked. */
  unpruned: number;
}

export class SnapshotStore {
  readonly manifests: string;
  readonly packs: string;
  readonly holds: Holds;
  readonly #headers = new Map<string, ManifestHeader>();
  /** Size of the store, as far as this process knows. */
  #usage: Usage | undefined;
  /** The least recently used first. */
  readonly #parsed = new Map<string, Manifest>();

  private constructor(path: string) {
    this.manifests = join(path, "snapshots");
    this.packs = join(path, "packs");
    this.holds = new Holds((id) => this.pathOf(id));
  }

  /** `folder` without links; each has its own store in `path`. */
  static async open(path: string, folder: string): Promise<SnapshotStore> {
    const own = join(
      path,
      `${basename(folder).replaceAll(/[^\w.-]/g, "_")}-${hashBytes(Buffer.from(folder)).slice(0, 16)}`,
    );
    return guardErrors("make", own, async () => {
      await mkdir(own, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      const store = new SnapshotStore(join(await realpath(own), FORMAT));
      await store.make();
      return store;
    });
  }

  /** Creates its folders again if they were deleted. */
  async make(): Promise<void> {
    await mkdir(this.manifests, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    await mkdir(this.packs, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  }

  /** The oldest first. */
  async list(): Promise<string[]> {
    const names = await readdir(this.manifests);
    return names.flatMap((name) => (ID.test(name.slice(0, -5)) ? name.slice(0, -5) : [])).toSorted();
  }

  async read(id: string): Promise<Manifest> {
    // Another process may have removed it, with its content.
    const known = existsSync(this.pathOf(id)) ? this.#parsed.get(id) : undefined;
    const manifest = known ?? (await this.#parse(id));
    this.#remember(manifest);
    return manifest;
  }

  /** The last readable one; one that was cut by a system crash does not count. */
  async readLatest(): Promise<Manifest | undefined> {
    for (const id of (await this.list()).toReversed()) {
      try {
        return await this.read(id);
      } catch (error) {
        if (!isUnreadable(error)) throw error;
      }
    }
    return undefined;
  }

  /** `undefined` if it cannot be read. */
  async readHeader(id: string): Promise<ManifestHeader | undefined> {
    const known = this.#headers.get(id);
    if (known !== undefined) return known;
    try {
      await using handle = await openFile(this.pathOf(id), "r");
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES_MAX), 0, HEADER_BYTES_MAX, 0);
      const header = parseHeader(buffer.toString("utf8", 0, bytesRead));
      this.#headers.set(id, header);
      return header;
    } catch (error) {
      if (isUnreadable(error) || hasErrno(error, "ENOENT")) return undefined;
      throw error;
    }
  }

  /** Whether a snapshot still exists; from now on no other process removes it for a while. */
  use(id: string): boolean {
    return this.holds.use(id);
  }

  /** Total size of the packs. */
  async packBytes(): Promise<number> {
    return (this.#usage ??= await this.#measure()).packBytes;
  }

  /** `packBytes`: size of the pack that was written for it. */
  async write(manifest: Manifest, packBytes: number): Promise<void> {
    const bytes = Buffer.from(await formatManifest(manifest));
    await using folder = await defaultFolders.open(this.manifests);
    await guardErrors("write", this.pathOf(manifest.id), () =>
      replaceFile(folder, `${manifest.id}.json`, { bytes, mode: PRIVATE_MODE, durable: true }),
    );
    this.holds.wrote(manifest.id);
    this.#remember(manifest);
    const usage = (this.#usage ??= await this.#measure());
    usage.packBytes += packBytes;
    usage.manifestBytes += bytes.length;
    usage.manifests += 1;
    usage.unpruned += 1;
  }

  /** Updates a snapshot with what was learned about its files since. */
  refresh(kept: Manifest, { entries }: Manifest): Manifest {
    const fresh = { ...kept, entries };
    this.#remember(fresh);
    return fresh;
  }

  async remove(id: string): Promise<void> {
    this.#parsed.delete(id);
    this.#headers.delete(id);
    await rm(this.pathOf(id), { force: true });
  }

  createPack(id: string): PackWriter {
    return new PackWriter(id, this.packPathOf(id));
  }

  readBlob(blob: Blob): Promise<Buffer> {
    return readBlob(this.packPathOf(blob.pack), blob);
  }

  /** Rarely: when our own count exceeds the limits, and now and then for what other processes write. */
  async prune(limits: SnapshotLimits): Promise<void> {
    const usage = (this.#usage ??= await this.#measure());
    const countMax = limits.snapshotsMax + Math.floor(limits.snapshotsMax * SLACK);
    const isFull = usage.manifests > countMax || usage.packBytes + usage.manifestBytes > limits.storeBytesMax;
    if (!isFull && usage.unpruned < PRUNE_EVERY) return;
    const left = await pruneStore(this, limits, this.holds);
    this.holds.retain(left);
    for (const id of this.#headers.keys()) if (!left.has(id)) this.#headers.delete(id);
    this.#usage = { ...(await this.#measure()), unpruned: 0 };
  }

  /** Drops what can be read again. */
  sleep(): void {
    this.#headers.clear();
    this.#parsed.clear();
    this.#usage = undefined;
  }

  async #measure(): Promise<Usage> {
    const [packs, manifests] = [await statFolder(this.packs), await statFolder(this.manifests)];
    return {
      packBytes: sumOf(packs.values()),
      manifestBytes: sumOf(manifests.values()),
      manifests: manifests.size,
      // A process that exits soon tidies up as well.
      unpruned: PRUNE_EVERY,
    };
  }

  pathOf(id: string): string {
    return join(this.manifests, `${id}.json`);
  }

  packPathOf(id: string): string {
    return join(this.packs, `${id}.pack`);
  }

  async #parse(id: string): Promise<Manifest> {
    if (!ID.test(id)) throw notFound(id);
    try {
      return await parseManifest(await readFile(this.pathOf(id), "utf8"));
    } catch (error) {
      if (hasErrno(error, "ENOENT")) throw notFound(id, error);
      throw error instanceof ParleyError ? error : damaged(id, error);
    }
  }

  #remember(manifest: Manifest): void {
    const { id, at, files, bytes, packs } = manifest;
    this.#headers.set(id, { id, at, files, bytes, packs });
    this.#parsed.delete(id);
    this.#parsed.set(id, manifest);
    for (const oldest of this.#parsed.keys()) {
      if (this.#parsed.size <= PARSED_MAX) break;
      this.#parsed.delete(oldest);
    }
  }
}

function sumOf(files: Iterable<{ readonly size: number }>): number {
  return Array.from(files).reduce((sum, { size }) => sum + size, 0);
}

function isUnreadable(error: unknown): boolean {
  return error instanceof ParleyError && error.code.startsWith("snapshot_");
}

function notFound(id: string, cause?: unknown): ParleyError {
  return new ParleyError({ code: "snapshot_not_found", message: `Snapshot ${JSON.stringify(id)} not found`, cause });
}
