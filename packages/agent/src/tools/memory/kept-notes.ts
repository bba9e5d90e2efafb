// The notes for requests to a model: cached between requests, and read again only when one of their files changed.
import { hasErrno, inParallel } from "@parley/base";
import { lstat } from "node:fs/promises";
import { FILE_TIME_TICK_MS, FILES_AT_ONCE, NOTES_BYTES_MAX } from "../../limits.ts";
import { NOTE_SCOPES } from "./note-fields.ts";
import { findNoteFiles, readNotes, type NotePlaces } from "./read-notes.ts";

export class KeptNotes {
  readonly #places: NotePlaces;
  readonly #read: typeof readNotes;
  #kept: { readonly state: string; readonly text: string } | undefined;

  constructor(places: NotePlaces, read: typeof readNotes = readNotes) {
    this.#places = places;
    this.#read = read;
  }

  /** All of them, or slightly more than fit into the instructions. */
  async text(): Promise<string> {
    const state = await this.#findState();
    if (state !== undefined && state === this.#kept?.state) return this.#kept.text;
    const notes = await this.#read(this.#places);
    const all = notes.map(({ title, text }) => `## ${title}\n\n${text}`).join("\n\n");
    // Enough to detect that some do not fit, without keeping thousands in memory.
    const text = all.slice(0, 2 * NOTES_BYTES_MAX);
    this.#kept = state === undefined ? undefined : { state, text };
    return text;
  }

  /** A value that changes with any of the files. Undefined while a file is too new to detect another change. */
  async #findState(): Promise<string | undefined> {
    const found = await Promise.all(NOTE_SCOPES.map((scope) => findNoteFiles(this.#places, scope)));
    const states = await inParallel(found.flat(), FILES_AT_ONCE, findFileState);
    return states.includes(undefined) ? undefined : states.join("\n");
  }
}

async function findFileState(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await lstat(path);
    const isSettled = Date.now() - mtimeMs > FILE_TIME_TICK_MS;
    return isSettled ? `${path} ${ino} ${size} ${mtimeMs} ${ctimeMs}` : undefined;
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM")) return undefined;
    throw error;
  }
}
