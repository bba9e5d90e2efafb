// Unpacks an uncompressed tar archive. It may only contain files, folders and links inside it; otherwise the whole archive is refused.
import { Parser, type ReadEntry } from "tar";
import { showName, UnpackFailure } from "./entry-name.ts";
import type { TreeWriter } from "./tree-writer.ts";

const META_BYTES_MAX = 64 * 1024;
const FILES: readonly string[] = ["File", "OldFile", "ContiguousFile"];
/** The parser would decompress these on its own, past our size limit. */
const COMPRESSED: readonly (readonly number[])[] = [
  [0x1f, 0x8b],
  [0x28, 0xb5, 0x2f, 0xfd],
];

/** The parser would cut the name at the NUL. A long name ends with NULs, in a header of its own. */
const HIDDEN_NAME = /(^|\n)\d+ (link)?path=[^\n]*\0|^[^\n=]*\0+[^\0]/;

export async function unpackTar(source: AsyncIterable<Uint8Array>, tree: TreeWriter): Promise<void> {
  const entries = new EntryFollower(tree);
  try {
    let isFirst = true;
    for await (const chunk of source) {
      if (isFirst && COMPRESSED.some((magic) => magic.every((byte, index) => chunk[index] === byte))) {
        throw new UnpackFailure("the archive is compressed twice");
      }
      isFirst = false;
      await entries.write(chunk);
    }
    await entries.end();
  } catch (error) {
    await entries.stop(error);
    throw error;
  }
  await tree.finish();
}

/** The parser emits the next entry when this one has been read to its end. */
class EntryFollower {
  readonly #parser = new Parser({ strict: true, brotli: false, maxMetaEntrySize: META_BYTES_MAX });
  readonly #ended: Promise<void>;
  #failure: { readonly error: unknown } | undefined;
  #current: ReadEntry | undefined;
  #writing: Promise<void> = Promise.resolve();
  readonly #failed: Promise<void>;
  #tellFailed: (() => void) | undefined;

  constructor(tree: TreeWriter) {
    const parser = this.#parser;
    parser.on("error", (cause: Error) => {
      this.#fail(new UnpackFailure(`the archive is damaged: ${cause.message}`, { cause }));
    });
    parser.on("meta", (text: string) => {
      if (HIDDEN_NAME.test(text)) this.#fail(new UnpackFailure("the archive contains a name that contains a NUL"));
    });
    parser.on("ignoredEntry", (entry: ReadEntry) => this.#fail(notTaken(entry)));
    parser.on("entry", (entry: ReadEntry) => {
      this.#current = entry;
      // The reader of the entry reports the error.
      entry.on("error", () => undefined);
      this.#writing = this.#writing.then(() => writeEntry(entry, tree)).catch((error: unknown) => this.#fail(error));
    });
    this.#ended = new Promise((resolve) => parser.on("end", resolve));
    this.#failed = new Promise((resolve) => (this.#tellFailed = resolve));
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#throwIfFailed();
    if (!this.#parser.write(chunk)) {
      const drained = new Promise((resolve) => this.#parser.once("drain", resolve));
      await Promise.race([drained, this.#failed]);
    }
    this.#throwIfFailed();
  }

  /** Resolves once every entry is written. */
  async end(): Promise<void> {
    this.#parser.end();
    await Promise.race([this.#ended, this.#failed]);
    this.#throwIfFailed();
    await this.#writing;
    this.#throwIfFailed();
  }

  /** Nothing follows: the entry that is being written fails. */
  async stop(error: unknown): Promise<void> {
    this.#failure ??= { error };
    this.#current?.destroy(new UnpackFailure("the archive is truncated", { cause: error }));
    await this.#writing;
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#tellFailed?.();
  }

  #throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}

async function writeEntry(entry: ReadEntry, tree: TreeWriter): Promise<void> {
  const { type, path, linkpath = "", mode = 0 } = entry;
  if (FILES.includes(type)) {
    await tree.addFile(path, (mode & 0o111) !== 0, entry as AsyncIterable<Uint8Array>);
    return;
  }
  if (type === "Directory") await tree.addFolder(path);
  else if (type === "SymbolicLink") tree.addSymbolicLink(path, linkpath);
  else if (type === "Link") await tree.addHardLink(path, linkpath);
  else throw notTaken(entry);
  entry.resume();
}

function notTaken({ path, type }: ReadEntry): UnpackFailure {
  return new UnpackFailure(`the archive contains ${showName(path)}, which is not a file, folder or link (${type})`);
}
