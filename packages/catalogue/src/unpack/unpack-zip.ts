// Unpacks a zip archive. It may only contain files, folders and links inside it; otherwise the whole archive is refused.
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { ENTRY_PATH_BYTES_MAX } from "../limits.ts";
import { showName, UnpackFailure } from "./entry-name.ts";
import type { TreeLimits, TreeWriter } from "./tree-writer.ts";

const TYPE_BITS = 0o170000;
const TYPES: ReadonlyMap<number, "file" | "folder" | "link"> = new Map([
  [0, "file"],
  [0o100000, "file"],
  [0o040000, "folder"],
  [0o120000, "link"],
]);
/** Systems whose archives contain permissions: Unix and macOS. */
const WITH_PERMISSIONS: readonly number[] = [3, 19];

export async function unpackZip(path: string, tree: TreeWriter, { unpackedEntriesMax }: TreeLimits): Promise<void> {
  const zip = await damaged(() => openPromise(path, { autoClose: false }));
  try {
    if (zip.entryCount > unpackedEntriesMax) {
      throw new UnpackFailure(`the archive contains more than ${unpackedEntriesMax} files and folders`);
    }
    const entries = zip.eachEntry();
    for (;;) {
      const next = await damaged(() => entries.next());
      if (next.done === true) break;
      await writeEntry(zip, next.value, tree);
    }
    await tree.finish();
  } finally {
    zip.close();
  }
}

async function writeEntry(zip: ZipFile, entry: Entry, tree: TreeWriter): Promise<void> {
  const { fileName } = entry;
  const hasMode = WITH_PERMISSIONS.includes(entry.versionMadeBy >>> 8);
  const mode = hasMode ? entry.externalFileAttributes >>> 16 : 0;
  const type = fileName.endsWith("/") ? "folder" : TYPES.get(mode & TYPE_BITS);
  if (entry.isEncrypted()) throw new UnpackFailure(`the archive contains ${showName(fileName)}, which is encrypted`);
  if (type === "folder") {
    await tree.addFolder(fileName);
    return;
  }
  if (type === undefined) {
    throw new UnpackFailure(`the archive contains ${showName(fileName)}, which is not a file, folder or link`);
  }
  const content = readContent(zip, entry);
  if (type === "link") tree.addSymbolicLink(fileName, await readTarget(fileName, content));
  else await tree.addFile(fileName, (mode & 0o111) !== 0, content);
}

async function* readContent(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = await damaged(() => zip.openReadStreamPromise(entry));
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      // A failure to write is not an error of the archive.
      const next = await damaged(() => chunks.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
}

async function readTarget(name: string, content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > ENTRY_PATH_BYTES_MAX)
      throw new UnpackFailure(`the archive contains ${showName(name)}, a link that is too long`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function damaged<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (cause) {
    throw new UnpackFailure(`the archive is damaged: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
