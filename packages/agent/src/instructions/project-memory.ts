// Project memory: instructions for agents in files such as AGENTS.md, collected once each, within limits.
import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { realpath } from "node:fs/promises";
import { isBelow } from "../paths/below.ts";
import { cutBytesAtLine } from "../text/cut.ts";
import {
  IMPORT_DEPTH_MAX,
  IMPORTED_FILES_MAX,
  MEMORY_BYTES_MAX,
  MEMORY_FILE_BYTES_MAX,
  MEMORY_FILES_MAX,
} from "../limits.ts";
import type { LeftOut, MemoryFile } from "./memory-file.ts";
import { findMemoryFolders } from "./memory-folders.ts";
import { findImportItems, findImports, withoutImportLines } from "./memory-imports.ts";
import { MEMORY_NAMES, USER_MEMORY } from "./memory-names.ts";
import { MemoryReader } from "./memory-reader.ts";
import { toMemoryNotice, toMemoryText, type MemorySection } from "./memory-text.ts";

export interface ProjectMemoryOptions {
  /** The folders of the session, the working folder first. Absolute. */
  readonly roots: readonly string[];
  /** `~/.parley`. */
  readonly parleyHome: string;
  /** The user's home folder (default: the real one). */
  readonly home?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ProjectMemory {
  /** In reading order. */
  readonly files: readonly MemoryFile[];
  readonly leftOut: readonly LeftOut[];
  /** For the instructions; empty if there is none. */
  readonly text: string;
  /** For the user; undefined if there is no project memory. */
  readonly notice: string | undefined;
}

/** Never rejects because of a file; unreadable files are skipped and listed. */
export async function readProjectMemory(options: ProjectMemoryOptions): Promise<ProjectMemory> {
  const { roots, parleyHome, home = homedir(), signal } = options;
  const places = await unlessMissing(findMemoryFolders(roots, home));
  const cwd = places?.folders[0] ?? home;
  const collection = new Collection({ cwd, home, top: places?.top ?? cwd }, signal);
  if (places !== undefined) {
    const reader = await MemoryReader.open(cwd, places.roots);
    for (const folder of places.folders) {
      for (const { path, hasImports } of MEMORY_NAMES) await collection.add(reader, join(folder, path), hasImports);
    }
  }
  // It is the user's own file, so it may be a link.
  const userFile = await unlessMissing(realpath(join(parleyHome, USER_MEMORY.path)));
  if (userFile !== undefined) {
    const reader = await MemoryReader.open(dirname(userFile), [dirname(userFile)]);
    await collection.add(reader, userFile, USER_MEMORY.hasImports);
  }
  return collection.finish();
}

async function unlessMissing<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Error && "syscall" in error) return undefined;
    throw error;
  }
}

interface Place {
  readonly cwd: string;
  readonly home: string;
  readonly top: string;
}

class Collection {
  readonly #place: Place;
  readonly #signal: AbortSignal | undefined;
  readonly #sections: MemorySection[] = [];
  readonly #leftOut = new Map<string, LeftOut>();
  /** Real paths and contents, to skip links and copies. */
  readonly #known = new Set<string>();
  #bytesLeft = MEMORY_BYTES_MAX;
  #importsLeft = IMPORTED_FILES_MAX;

  constructor(place: Place, signal: AbortSignal | undefined) {
    this.#place = place;
    this.#signal = signal;
  }

  /** False if the file does not exist. */
  async add(reader: MemoryReader, path: string, hasImports: boolean, depth = 0): Promise<boolean> {
    this.#signal?.throwIfAborted();
    const read = await reader.read(path, this.#signal);
    if (read === undefined) return false;
    if ("refused" in read) {
      this.#leave(path, read.refused);
      return true;
    }
    const { text, realPath } = read;
    const isKnown = [realPath, digest(text)].map((key) => this.#isKnown(key)).includes(true);
    if (isKnown) return true;
    this.#keep(realPath, hasImports ? await this.#withoutImports(reader, realPath, text) : text, text);
    if (hasImports) await this.#addImports(reader, realPath, text, depth + 1);
    return true;
  }

  finish(): ProjectMemory {
    const files = this.#sections.map(({ file }) => file);
    const leftOut = [...this.#leftOut.values()];
    const text = toMemoryText(this.#sections, leftOut);
    return { files, leftOut, text, notice: toMemoryNotice(files, leftOut) };
  }

  /** A list item is an import only if there is such a file: it may also be the name of a package. */
  async #withoutImports(reader: MemoryReader, importer: string, text: string): Promise<string> {
    const found = new Set<string>();
    for (const path of findImportItems(text)) {
      if ((await reader.read(this.#resolve(importer, path), this.#signal)) !== undefined) found.add(path);
    }
    return withoutImportLines(text, found);
  }

  #resolve(importer: string, path: string): string {
    return path.startsWith("~/") ? join(this.#place.home, path.slice(2)) : resolve(dirname(importer), path);
  }

  #keep(path: string, kept: string, text: string): void {
    const own = kept.trim();
    if (own === "") return;
    if (this.#sections.length >= MEMORY_FILES_MAX) return this.#leave(path, `more than ${MEMORY_FILES_MAX} files`);
    if (this.#bytesLeft <= 0)
      return this.#leave(path, `project memory exceeds ${MEMORY_BYTES_MAX / 1024} KiB in total`);
    const cut = cutBytesAtLine(own, Math.min(MEMORY_FILE_BYTES_MAX, this.#bytesLeft));
    this.#bytesLeft -= Buffer.byteLength(cut.text);
    // A truncated file leaves no room for others.
    if (cut.isCut && this.#bytesLeft < MEMORY_FILE_BYTES_MAX / 32) this.#bytesLeft = 0;
    const file = { path, shownPath: this.#show(path), bytes: Buffer.byteLength(text), isCut: cut.isCut };
    this.#sections.push({ file, text: cut.text });
  }

  async #addImports(reader: MemoryReader, importer: string, text: string, depth: number): Promise<void> {
    for (const { path, isLine } of findImports(text)) {
      const target = this.#resolve(importer, path);
      this.#importsLeft -= 1;
      if (depth > IMPORT_DEPTH_MAX) this.#leave(target, `it is imported ${depth} files deep`);
      else if (this.#importsLeft < 0) return this.#leave(importer, `more than ${IMPORTED_FILES_MAX} imports`);
      else if (!(await this.add(reader, target, true, depth)) && isLine) this.#leave(target, "file not found");
    }
  }

  #isKnown(key: string): boolean {
    if (this.#known.has(key)) return true;
    this.#known.add(key);
    return false;
  }

  #leave(path: string, why: string): void {
    const shownPath = this.#show(path);
    if (!this.#leftOut.has(shownPath)) this.#leftOut.set(shownPath, { shownPath, why });
  }

  #show(path: string): string {
    const { cwd, home, top } = this.#place;
    const outside = isBelow(home, path) ? join("~", relative(home, path)) : path;
    return (isBelow(top, path) ? relative(cwd, path) : outside).replaceAll(/\p{Cc}/gu, "\uFFFD");
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text.trim()).digest("base64");
}
