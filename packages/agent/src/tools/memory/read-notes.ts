// The notes that are kept: one Markdown file each, in the project's folder and in the user's.
import { inParallel } from "@parley/base";
import { namesIn } from "@parley/home";
import { basename, join } from "node:path";
import { isReallyBelow, readPlainFile } from "../files/plain-files.ts";
import { NOTE_FILE_BYTES_MAX, NOTES_AT_ONCE, NOTES_MAX } from "./limits.ts";
import { parseNote, type Note } from "./note.ts";
import { NOTE_SCOPES, type NoteScope } from "./note-fields.ts";

/** The parts of a tool's or a command's context that say where notes are. */
export interface NotePlaces {
  readonly cwd: string;
  readonly parleyHome: string;
}

const ENDING = ".md";

export function notesFolder(places: NotePlaces, scope: NoteScope): string {
  return scope === "project" ? join(places.cwd, ".parley", "memory") : join(places.parleyHome, "memory");
}

/** Those of the project first, each in the order of their titles. What is no plain file, or too large, is no note. */
export async function readNotes(places: NotePlaces, scopes: readonly NoteScope[] = NOTE_SCOPES): Promise<Note[]> {
  const found = await Promise.all(scopes.map((scope) => readScope(places, scope)));
  return found.flat();
}

/** The paths of what may be notes, in the order of their names. */
export async function findNoteFiles(places: NotePlaces, scope: NoteScope): Promise<readonly string[]> {
  const folder = notesFolder(places, scope);
  // A repository must not make us read another folder by a link.
  if (scope === "project" && !(await isReallyBelow(places.cwd, folder))) return [];
  const names = (await namesIn(folder)).filter((name) => name.endsWith(ENDING) && !name.startsWith(".")).toSorted();
  return names.slice(0, NOTES_MAX).map((name) => join(folder, name));
}

async function readScope(places: NotePlaces, scope: NoteScope): Promise<Note[]> {
  const notes = await inParallel(await findNoteFiles(places, scope), NOTES_AT_ONCE, async (path) => {
    const raw = await readPlainFile(path, NOTE_FILE_BYTES_MAX);
    return raw === undefined ? [] : [{ ...parseNote(raw, basename(path, ENDING)), scope, path, raw }];
  });
  return notes.flat().toSorted((a, b) => a.title.localeCompare(b.title));
}
