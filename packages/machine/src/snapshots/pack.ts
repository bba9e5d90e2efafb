// The content of files, concatenated in a file that is written once. It counts only with a snapshot that refers to it.
import { ParleyError, hasErrno } from "@parley/base";
import { hash } from "node:crypto";
import { open, rm, type FileHandle } from "node:fs/promises";
import { guardErrors } from "../files/file-error.ts";
import type { Blob } from "./entry.ts";
import { PACK_CHUNK_BYTES } from "../limits.ts";
import { damaged } from "./manifest.ts";

const PRIVATE_MODE = 0o600;

export function hashBytes(bytes: Uint8Array): string {
  return hash("sha256", bytes, "hex");
}

export class PackWriter {
  readonly #id: string;
  readonly #path: string;
  #handle: Promise<FileHandle> | undefined;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> = Promise.resolve();
  #bytes = 0;

  constructor(id: string, path: string) {
    this.#id = id;
    this.#path = path;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Settles when there is room for more. */
  async add(hashed: string, bytes: Uint8Array): Promise<Blob> {
    const blob = { hash: hashed, pack: this.#id, offset: this.#bytes, size: bytes.length };
    this.#handle ??= open(this.#path, "wx", PRIVATE_MODE);
    this.#bytes += bytes.length;
    this.#waitingBytes += bytes.length;
    this.#waiting.push(bytes);
    await guardErrors("write", this.#path, async () => {
      await this.#handle;
      if (this.#waitingBytes >= PACK_CHUNK_BYTES) await this.#flush();
    });
    return blob;
  }

  /** Settles when everything is on the disk. */
  async finish(): Promise<void> {
    const opening = this.#handle;
    if (opening === undefined) return;
    await guardErrors("write", this.#path, async () => {
      await this.#flush();
      const handle = await opening;
      await handle.sync();
      await handle.close();
    });
  }

  async discard(): Promise<void> {
    if (this.#handle === undefined) return;
    await this.#handle.then((handle) => handle.close()).catch(() => undefined); // It may be closed, or may never have opened.
    await rm(this.#path, { force: true });
  }

  async #flush(): Promise<void> {
    const chunk = Buffer.concat(this.#waiting);
    [this.#waiting, this.#waitingBytes] = [[], 0];
    this.#writing = this.#write(chunk, this.#writing);
    await this.#writing;
  }

  async #write(chunk: Uint8Array, before: Promise<void>): Promise<void> {
    await before;
    await (await this.#handle)?.writeFile(chunk);
  }
}

/** `path` is that of the blob's pack. */
export async function readBlob(path: string, blob: Blob): Promise<Buffer> {
  const bytes = Buffer.alloc(blob.size);
  try {
    await using handle = await open(path, "r");
    const { bytesRead } = await handle.read(bytes, 0, blob.size, blob.offset);
    if (bytesRead === blob.size && hashBytes(bytes) === blob.hash) return bytes;
  } catch (cause) {
    if (!hasErrno(cause, "ENOENT")) throw damaged(blob.pack, cause);
    throw new ParleyError({
      code: "snapshot_not_found",
      message: "The snapshot was removed to make room for newer ones",
      cause,
    });
  }
  throw damaged(blob.pack, new Error("the content does not match its checksum"));
}
