// Where the snapshots of one folder are kept: a file for each, and packs with the bytes. Nothing is ever changed in place, so
// that several processes can use it at once and a killed one leaves at worst a file that nobody refers to.
import { ParleyError } from "@parley/base";
import { open as openFile, mkdir, readdir, readFile, realpath, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { guardErrors, hasErrno } from "../files/file-error.ts";
import { defaultFolders } from "../files/open-folder.ts";
import { replaceFile } from "../files/replace-file.ts";
import type { Blob } from "./entry.ts";
import { HEADER_BYTES_MAX, PARSED_MAX, type SnapshotLimits } from "./limits.ts";
import { damaged, formatManifest, parseHeader, parseManifest, type Manifest, type ManifestHeader } from "./manifest.ts";
import { hashBytes, PackWriter, readBlob } from "./pack.ts";
import { pruneStore } from "./prune.ts";

const PRIVATE_FOLDER_MODE = 0o700;
const PRIVATE_MODE = 0o600;
/** Another format gets another folder: what we cannot read is not ours to prune. */
const FORMAT = "v1";
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class SnapshotStore {
  readonly manifests: string;
  readonly packs: string;
  readonly #headers = new Map<string, ManifestHeader>();
  /** The least recently used first. */
  readonly #parsed = new Map<string, Manifest>();

  private constructor(path: string) {
    this.manifests = join(path, "snapshots");
    this.packs = join(path, "packs");
  }

  /** `folder` without links; each has a store of its own in `path`. */
  static async open(path: string, folder: string): Promise<SnapshotStore> {
    const own = join(
      path,
      `${basename(folder).replaceAll(/[^\w.-]/g, "_")}-${hashBytes(Buffer.from(folder)).slice(0, 16)}`,
    );
    return guardErrors("make", own, async () => {
      await mkdir(own, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      const store = new SnapshotStore(join(await realpath(own), FORMAT));
      await mkdir(store.manifests, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      await mkdir(store.packs, { recursive: true, mode: PRIVATE_FOLDER_MODE });
      return store;
    });
  }

  /** The oldest first. */
  async list(): Promise<string[]> {
    const names = await readdir(this.manifests);
    return names.flatMap((name) => (ID.test(name.slice(0, -5)) ? name.slice(0, -5) : [])).toSorted();
  }

  async read(id: string): Promise<Manifest> {
    const manifest = this.#parsed.get(id) ?? (await this.#parse(id));
    this.#remember(manifest);
    return manifest;
  }

  /** The last one that can be read; one that was cut by a crash of the machine counts for nothing. */
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

  /** `undefined` for one that cannot be read. */
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

  async write(manifest: Manifest): Promise<void> {
    const bytes = Buffer.from(await formatManifest(manifest));
    await using folder = await defaultFolders.open(this.manifests);
    await guardErrors("write", this.pathOf(manifest.id), () =>
      replaceFile(folder, `${manifest.id}.json`, { bytes, mode: PRIVATE_MODE, durable: true }),
    );
    this.#remember(manifest);
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

  prune(limits: SnapshotLimits, keep: ReadonlySet<string>): Promise<void> {
    return pruneStore(this, limits, keep);
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

function isUnreadable(error: unknown): boolean {
  return error instanceof ParleyError && error.code.startsWith("snapshot_");
}

function notFound(id: string, cause?: unknown): ParleyError {
  return new ParleyError({ code: "snapshot_not_found", message: `There is no snapshot ${JSON.stringify(id)}`, cause });
}
