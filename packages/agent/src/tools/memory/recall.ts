// Finds notes by words, or lists them all.
import { toOneLine } from "@parley/base";
import { z } from "zod";
import { cutWithNote } from "../../text/cut.ts";
import { orErrorOutcome } from "../failures.ts";
import type { ToolContext } from "../tool-context.ts";
import { defineTool, textOutcome, type PreparedCall } from "../tool.ts";
import { rankNotes } from "./find-note.ts";
import { NOTE_QUERY_CHARS_MAX, RECALLED_CHARS_MAX, RECALLED_NOTES_MAX } from "../../limits.ts";
import { NOTE_SCOPES, type NoteScope } from "./note-fields.ts";
import type { Note } from "./note.ts";
import { notesFolder, readNotes } from "./read-notes.ts";

const TITLE_CHARS_MAX = 80;

const input = z.object({
  query: z
    .string()
    .trim()
    .max(NOTE_QUERY_CHARS_MAX)
    .optional()
    .describe("Words to search for. Without it, all titles are listed."),
  scope: z
    .enum(NOTE_SCOPES)
    .optional()
    .describe("Only notes of this workspace, or only notes of this user. Default: both."),
});

export const recallTool = defineTool({
  name: "recall",
  groups: ["memory"],
  kind: "read",
  description: [
    "Finds notes that earlier sessions saved with `remember`, for this workspace and for this user, best match first, in full.",
    "Without a query it lists all titles. Use it at the start of work on something unfamiliar, and before you remember or forget a note.",
    "Notes may be outdated: verify what they say about files before you rely on it.",
  ].join("\n"),
  input,
  async prepare({ query = "", scope }, context) {
    const scopes = scope === undefined ? NOTE_SCOPES : [scope];
    return {
      title: query === "" ? "List the notes" : `Recall: ${toOneLine(query, TITLE_CHARS_MAX)}`,
      subjects: scopes.includes("project") ? await readSubject(context) : [],
      execute: ({ signal }) =>
        orErrorOutcome(signal, async () => {
          const notes = await readNotes(context, scopes);
          const found = query === "" ? [] : rankNotes(notes, query).slice(0, RECALLED_NOTES_MAX);
          const locations = found.map(({ path }) => ({ path }));
          return textOutcome(found.length > 0 ? formatNotes(found) : list(notes, query, scopes), { locations });
        }),
    };
  },
});

async function readSubject(context: ToolContext): Promise<PreparedCall["subjects"]> {
  const path = notesFolder(context, "project");
  const facts = await (await context.facts()).pathFacts(path, { means: "target" });
  return [{ request: { kind: "read", path }, facts }];
}

function formatNotes(notes: readonly Note[]): string {
  const texts = notes.map((note) => `## ${note.title}\n${describe(note)}\n\n${note.text}`);
  return cutWithNote(texts.join("\n\n"), RECALLED_CHARS_MAX, "truncated: search with other words for more");
}

function list(notes: readonly Note[], query: string, scopes: readonly NoteScope[]): string {
  const which = scopes.length === 1 ? `${scopes[0]} ` : "";
  if (notes.length === 0) return `No ${which}notes yet.`;
  const lines = notes.map((note) => `- ${note.title} (${describe(note)})`);
  const head =
    query === "" ? `There are ${notes.length} ${which}notes:` : `No note has these words. There are ${notes.length}:`;
  return cutWithNote(`${head}\n${lines.join("\n")}`, RECALLED_CHARS_MAX, "there are more");
}

function describe({ scope, tags, savedAtMs }: Note): string {
  const date = savedAtMs === undefined ? [] : [new Date(savedAtMs).toISOString().slice(0, 10)];
  return [scope, ...date, ...(tags.length === 0 ? [] : [`tags: ${tags.join(", ")}`])].join(", ");
}
