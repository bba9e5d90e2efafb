// Reads the saved notes: one Markdown file each, in the project's and the user's folder.
import { inParallel } from "@parley/base";
import { namesIn } from "@parley/home";
import { basename, join } from "node:path";
import { isReallyBelow, readPlainFile } from "../files/plain-files.ts";
import { FILES_AT_ONCE, NOTE_FILE_BYTES_MAX, NOTES_MAX } from "../../limits.ts";
import { parseNote, type Note } from "./note.ts";
import { NOTE_SCOPES, type NoteScope } from "./note-fields.ts";

/** The parts of a tool or command context that locate notes. */
export interface NotePlaces {
  readonly cwd: string;
  readonly parleyHome: string;
}

const ENDING = ".md";

export function notesFolder(places: NotePlaces, scope: NoteScope): string {
  return scope === "project" ? join(places.cwd, ".parley", "memory") : join(places.parleyHome, "memory");
}

/** Returns project notes first, each scope sorted by title. Skips large files and anything but regular files. */
export async function readNotes(places: NotePlaces, scopes: readonly NoteScope[] = NOTE_SCOPES): Promise<Note[]> {
  const found = await Promise.all(scopes.map((scope) => readScope(places, scope)));
  return found.flat();
}

/** Paths of possible notes, sorted by name. */
export async function findNoteFiles(places: NotePlaces, scope: NoteScope): Promise<readonly string[]> {
  const folder = notesFolder(places, scope);
  // A link in a repository must not make Parley read another folder.
  if (scope === "project" && !(await isReallyBelow(places.cwd, folder))) return [];
  const names = (await namesIn(folder)).filter((name) => name.endsWith(ENDING) && !name.startsWith(".")).toSorted();
  return names.slice(0, NOTES_MAX).map((name) => join(folder, name));
}

async function readScope(places: NotePlaces, scope: NoteScope): Promise<Note[]> {
  const notes = await inParallel(await findNoteFiles(places, scope), FILES_AT_ONCE, async (path) => {
    const raw = await readPlainFile(path, NOTE_FILE_BYTES_MAX);
    return raw === undefined ? [] : [{ ...parseNote(raw, basename(path, ENDING)), scope, path, raw }];
  });
  return notes.flat().toSorted((a, b) => a.title.localeCompare(b.title));
}
