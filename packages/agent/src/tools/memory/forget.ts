// Removes a note.
import { guardFiles } from "@parley/home";
import { createFiles } from "@parley/machine";
import { rm } from "node:fs/promises";
import { z } from "zod";
import { orErrorOutcome } from "../failures.ts";
import type { ToolContext } from "../tool-context.ts";
import { defineTool, failed, textOutcome, type PreparedCall } from "../tool.ts";
import { findByTitle } from "./find-note.ts";
import { NAMED_TITLES_MAX, NOTE_TITLE_CHARS_MAX } from "../../limits.ts";
import { NOTE_SCOPES } from "./note-fields.ts";
import type { Note } from "./note.ts";
import { readNotes } from "./read-notes.ts";

const input = z.object({
  title: z.string().trim().min(1).max(NOTE_TITLE_CHARS_MAX).describe("The title of the note, as shown by `recall`."),
  scope: z.enum(NOTE_SCOPES).optional().describe("A note of this workspace (default), or of this user."),
});

export const forgetTool = defineTool({
  name: "forget",
  groups: ["memory"],
  kind: "delete",
  description:
    "Permanently removes a note saved with `remember`. Use it when the user asks, or when a note turned out to be wrong and needs no replacement.",
  input,
  async prepare({ title, scope = "project" }, context) {
    const notes = await readNotes(context, [scope]);
    const note = findByTitle(notes, title);
    if (note === undefined) return failed(describeMissing(title, scope, notes));
    return note.scope === "project" ? prepareInProject(note, context) : prepareForUser(note);
  },
});

async function prepareInProject(note: Note, context: ToolContext): Promise<PreparedCall> {
  const facts = await (await context.facts()).pathFacts(note.path, { means: "entry" });
  return {
    ...show(note),
    subjects: [{ request: { kind: "delete", path: note.path }, facts }],
    execute: ({ signal }) =>
      orErrorOutcome(signal, () =>
        context.files.alone(facts, async () => {
          const files = await createFiles({ roots: context.roots });
          await files.deleteFile({ path: note.path, decidedPath: facts.real });
          return textOutcome(`Forgot the project note "${note.title}".`);
        }),
      ),
  };
}

function prepareForUser(note: Note): PreparedCall {
  return {
    ...show(note),
    subjects: [
      { request: { kind: "tool", name: "forget", title: note.title }, facts: { name: "forget", kind: "other" } },
    ],
    execute: ({ signal }) =>
      orErrorOutcome(signal, () =>
        guardFiles("The note was not removed", async () => {
          await rm(note.path);
          return textOutcome(`Forgot the user note "${note.title}".`);
        }),
      ),
  };
}

function show({ title, path, raw }: Note): Pick<PreparedCall, "title" | "locations" | "content"> {
  return {
    title: `Forget: ${title}`,
    locations: [{ path }],
    content: [{ type: "diff", path, oldText: raw, newText: "" }],
  };
}

function describeMissing(title: string, scope: string, notes: readonly Note[]): string {
  if (notes.length === 0) return `Note "${title}" not found; no ${scope} notes exist.`;
  const titles = notes.slice(0, NAMED_TITLES_MAX).map((note) => `"${note.title}"`);
  const more = notes.length > titles.length ? ` and ${notes.length - titles.length} more` : "";
  return `No ${scope} note "${title}" found. Available: ${titles.join(", ")}${more}.`;
}
