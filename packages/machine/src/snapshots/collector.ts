// Collects the entries of a snapshot: those of the previous one where nothing changed, new ones where something did.
import { createStamp, isUnchanged, type Blob, type Entry } from "./entry.ts";
import type { SnapshotLimits } from "../limits.ts";
import type { Manifest } from "./manifest.ts";
import { hashBytes, type PackWriter } from "./pack.ts";
import { readFound } from "./read-found.ts";
import type { Found, Visitor } from "./scan.ts";
import { isCovered, type SkipReason } from "./skipped.ts";

export class Collector implements Visitor {
  readonly #limits: SnapshotLimits;
  readonly #pack: PackWriter;
  readonly #previous: ReadonlyMap<string, Entry>;
  readonly #entries: Map<string, Entry>;
  /** By hash: equal content is stored once. Created with the first content to store. */
  #blobs: Map<string, Promise<Blob> | Blob> | undefined;
  #bytes: number;

  /** `start`: the snapshot to begin with (default: an empty one). */
  constructor(limits: SnapshotLimits, pack: PackWriter, previous: ReadonlyMap<string, Entry>, start?: Manifest) {
    this.#limits = limits;
    this.#pack = pack;
    this.#previous = previous;
    this.#entries = new Map(start?.entries);
    this.#bytes = start?.bytes ?? 0;
  }

  /** Files, and everything in directories. */
  drop(paths: ReadonlySet<string>, directories: ReadonlySet<string>): void {
    for (const path of paths) this.#drop(path);
    if (directories.size === 0) return;
    for (const path of this.#entries.keys()) if (isCovered(path, directories)) this.#drop(path);
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  meet({ path, stats }: Found): "known" | "unknown" | SkipReason {
    if (stats.size > this.#limits.fileBytesMax) return "too_large";
    if (this.#bytes + stats.size > this.#limits.folderBytesMax) return "snapshot_full";
    this.#bytes += stats.size;
    const before = this.#previous.get(path);
    if (before === undefined || !isUnchanged(before, stats)) return "unknown";
    this.#entries.set(path, before);
    return "known";
  }

  async read(found: Found): Promise<SkipReason | undefined> {
    const reading = await readFound(found, this.#limits.fileBytesMax);
    if (typeof reading === "string") return reading;
    const { bytes, stats, readAt } = reading;
    const blob = await this.#keep(bytes);
    const type = stats.isSymbolicLink() ? "link" : "file";
    const stamp = createStamp(stats, readAt);
    this.#entries.set(found.path, { path: found.path, type, mode: stats.mode, blob, stamp });
    return undefined;
  }

  toManifest(rest: Pick<Manifest, "id" | "at" | "skipped" | "ignored" | "included">): Manifest {
    let bytes = 0;
    const packs = new Set<string>();
    for (const { blob } of this.#entries.values()) {
      bytes += blob.size;
      packs.add(blob.pack);
    }
    return { ...rest, entries: this.#entries, files: this.#entries.size, bytes, packs: [...packs] };
  }

  async #keep(bytes: Uint8Array): Promise<Blob> {
    const hash = hashBytes(bytes);
    this.#blobs ??= new Map(Array.from(this.#previous.values(), ({ blob }) => [blob.hash, blob]));
    const known = this.#blobs.get(hash);
    if (known !== undefined) return known;
    const kept = this.#pack.add(hash, bytes);
    this.#blobs.set(hash, kept);
    return kept;
  }

  #drop(path: string): void {
    this.#bytes -= this.#entries.get(path)?.blob.size ?? 0;
    this.#entries.delete(path);
  }
}
