// The prompt history, in a private file: one JSON string per line, the oldest first.
import type { Log } from "@parley/base";
import { appendFile, mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { HISTORY_BYTES_MAX, HISTORY_ENTRIES_MAX, HISTORY_ENTRY_CHARS_MAX } from "../../limits.ts";

/** Prompts can contain secrets, so only the owner may read the file. */
const MODE = 0o600;

export class HistoryFile {
  readonly #path: string;
  readonly #log: Log;
  /** Writes are serialized, so that they cannot overwrite each other. */
  #writing: Promise<void> = Promise.resolve();
  #entries: readonly string[] = [];

  private constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
  }

  static async open(path: string, log: Log): Promise<HistoryFile> {
    const file = new HistoryFile(path, log);
    const lines = await readLines(path);
    file.#entries = withoutRepeats(lines).slice(-HISTORY_ENTRIES_MAX);
    if (lines.length > HISTORY_ENTRIES_MAX * 2) file.#write(() => replace(path, file.#entries));
    return file;
  }

  get entries(): readonly string[] {
    return this.#entries;
  }

  /** Prompts that begin with a space or are very long are not remembered. */
  add(text: string): void {
    const entry = text.trimEnd();
    if (entry === "" || text.startsWith(" ") || entry.length > HISTORY_ENTRY_CHARS_MAX) return;
    this.#entries = withoutRepeats([...this.#entries, entry]).slice(-HISTORY_ENTRIES_MAX);
    this.#write(() => appendFile(this.#path, `${JSON.stringify(entry)}\n`, { mode: MODE }));
  }

  /** Resolves when all writes have finished or failed. */
  async flushed(): Promise<void> {
    await this.#writing;
  }

  #write(write: () => Promise<void>): void {
    this.#writing = this.#writeAfter(this.#writing, write);
  }

  async #writeAfter(before: Promise<void>, write: () => Promise<void>): Promise<void> {
    await before;
    try {
      await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      await write();
    } catch (error) {
      // A full disk or a read-only home costs the history, not the session.
      this.#log.write("info", "The prompt history cannot be written", { error: String(error) });
    }
  }
}

async function readLines(path: string): Promise<string[]> {
  try {
    if ((await stat(path)).size > HISTORY_BYTES_MAX) return [];
    return (await readFile(path, "utf8")).split("\n").flatMap(parseEntry);
  } catch {
    return []; // Missing or unreadable: starts with an empty history.
  }
}

function parseEntry(line: string): string[] {
  if (line === "") return [];
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "string" ? [value] : [];
  } catch {
    return []; // A truncated line.
  }
}

/** Keeps only the latest of identical entries. */
function withoutRepeats(entries: readonly string[]): string[] {
  return [...new Set(entries.toReversed())].toReversed();
}

async function replace(path: string, entries: readonly string[]): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""), { mode: MODE });
  await rename(draft, path);
}
