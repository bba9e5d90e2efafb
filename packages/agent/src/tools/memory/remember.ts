// Saves a note for later sessions.
import { ParleyError, toOneLine } from "@parley/base";
import { changeAlone, createFolder, guardFiles, readTextWithin, writeAtOnce } from "@parley/home";
import { redact } from "@parley/policy";
import { join } from "node:path";
import { z } from "zod";
import { hashOf, toSlug } from "../../text/file-name.ts";
import { orErrorOutcome } from "../failures.ts";
import type { ToolContext } from "../tool-context.ts";
import { defineTool, failed, textOutcome, type PreparedCall } from "../tool.ts";
import { findByTitle, foldTitle } from "./find-note.ts";
import {
  NOTE_FILE_BYTES_MAX,
  NOTE_FILE_NAME_CHARS_MAX,
  NOTE_TAG_CHARS_MAX,
  NOTE_TAGS_MAX,
  NOTE_TEXT_CHARS_MAX,
  NOTE_TITLE_CHARS_MAX,
  NOTES_MAX,
} from "../../limits.ts";
import { NOTE_SCOPES } from "./note-fields.ts";
import { formatNote, parseNote, type Note } from "./note.ts";
import { notesFolder, readNotes } from "./read-notes.ts";

const input = z.object({
  title: z
    .string()
    .trim()
    .min(1)
    .max(NOTE_TITLE_CHARS_MAX)
    .describe("What the note is about, in a few words. A note with the same title is replaced."),
  text: z.string().trim().min(1).max(NOTE_TEXT_CHARS_MAX).describe("The note, in Markdown. Short and self-contained."),
  scope: z
    .enum(NOTE_SCOPES)
    .optional()
    .describe(
      "project (default): saved in this workspace, for everyone who works in it. user: for this user, in every workspace.",
    ),
  tags: z
    .array(z.string().trim().min(1).max(NOTE_TAG_CHARS_MAX))
    .max(NOTE_TAGS_MAX)
    .optional()
    .describe("Additional search words."),
});

export const rememberTool = defineTool({
  name: "remember",
  groups: ["memory"],
  kind: "edit",
  description: [
    "Saves a note for later sessions: a decision and its reason, a convention, a command that works, a preference of the user.",
    "Use it when the user asks you to remember something, or when you learned something that the files do not say. One subject per note.",
    "Never save secrets, or anything that is only true today. Recall first: to change a note, save it again under the same title.",
  ].join("\n"),
  input,
  async prepare(given, context) {
    const { scope = "project", tags = [] } = given;
    const notes = await readNotes(context, [scope]);
    const fields = {
      title: redact(toOneLine(given.title, NOTE_TITLE_CHARS_MAX)),
      tags: tags.map((tag) => redact(toOneLine(tag, NOTE_TAG_CHARS_MAX))),
      savedAtMs: context.clock.now(),
      text: redact(given.text),
    };
    const before = findByTitle(notes, fields.title);
    if (before === undefined && notes.length >= NOTES_MAX) {
      return failed(`There are already ${notes.length} ${scope} notes, which is the maximum. Forget some first.`);
    }
    const path = before?.path ?? choosePath(notesFolder(context, scope), fields.title, notes);
    const isRedacted = fields.text !== given.text || fields.title !== toOneLine(given.title, NOTE_TITLE_CHARS_MAX);
    const draft: Draft = { title: fields.title, content: formatNote(fields), path, before, isRedacted };
    return scope === "project" ? prepareInProject(draft, context) : prepareForUser(draft);
  },
});

interface Draft {
  readonly title: string;
  readonly content: string;
  readonly path: string;
  readonly before: Note | undefined;
  readonly isRedacted: boolean;
}

/** Two titles may result in the same file name. */
function choosePath(folder: string, title: string, notes: readonly Note[]): string {
  const slug = toSlug(title, NOTE_FILE_NAME_CHARS_MAX) ?? hashOf(title);
  const path = join(folder, `${slug}.md`);
  return notes.some((note) => note.path === path) ? join(folder, `${slug}-${hashOf(foldTitle(title))}.md`) : path;
}

async function prepareInProject(draft: Draft, context: ToolContext): Promise<PreparedCall> {
  const facts = await (await context.facts()).pathFacts(draft.path, { means: "target" });
  return {
    ...show(draft),
    subjects: [{ request: { kind: "write", path: draft.path }, facts }],
    execute: ({ signal }) =>
      orErrorOutcome(signal, () =>
        context.files.alone(facts, async () => {
          refuseOther(draft, await context.files.readIfThere(facts, signal));
          await context.files.writeText(facts, draft.content, signal);
          return textOutcome(describeSaved(draft, "project"));
        }),
      ),
  };
}

function prepareForUser(draft: Draft): PreparedCall {
  return {
    ...show(draft),
    // Our own folder is in no session's roots, so policy judges the tool, not the path.
    subjects: [
      {
        request: { kind: "tool", name: "remember", title: draft.title },
        facts: { name: "remember", kind: "other" },
      },
    ],
    execute: ({ signal }) =>
      orErrorOutcome(signal, () =>
        guardFiles("The note was not saved", async () => {
          await createFolder(join(draft.path, ".."));
          return changeAlone(draft.path, async () => {
            refuseOther(draft, await readTextWithin(draft.path, NOTE_FILE_BYTES_MAX));
            await writeAtOnce(draft.path, draft.content);
            return textOutcome(describeSaved(draft, "user"));
          });
        }),
      ),
  };
}

/** Two concurrent calls may choose the same name; neither note is lost. */
function refuseOther({ title, path }: Draft, now: string | undefined): void {
  if (now === undefined || foldTitle(parseNote(now, title).title) === foldTitle(title)) return;
  throw new ParleyError({ code: "file_exists", message: `${path} is now another note: try again` });
}

function show({ title, path, content, before }: Draft): Pick<PreparedCall, "title" | "locations" | "content"> {
  return {
    title: `${before === undefined ? "Remember" : "Update note"}: ${title}`,
    locations: [{ path }],
    content: [{ type: "diff", path, oldText: before?.raw ?? null, newText: content }],
  };
}

function describeSaved({ title, path, before, isRedacted }: Draft, scope: string): string {
  const what = before === undefined ? "Kept" : "Replaced";
  const remark = isRedacted ? " Something in it looked like a secret, and was left out." : "";
  return `${what} the ${scope} note "${title}" in ${path}.${remark}`;
}
