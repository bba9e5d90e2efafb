// /memory: what the agent remembers about the project and the user, and where it is stored.
import { readTextWithin } from "@parley/home";
import { basename } from "node:path";
import { shownPath } from "../../paths/below.ts";
import { toOneLine } from "@parley/base";
import { beginning, bullets, fenced, inlineCode } from "../../text/markdown.ts";
import { NOTE_SCOPES, type NoteScope } from "../../tools/memory/note-fields.ts";
import type { Note } from "../../tools/memory/note.ts";
import { notesFolder, readNotes } from "../../tools/memory/read-notes.ts";
import { say, sayFailure } from "../answer.ts";
import { choose } from "../choose.ts";
import type { CommandContext, CommandResult, SlashCommand } from "../command.ts";
import {
  COMMAND_DESCRIPTION_CHARS_MAX,
  COMMAND_SHOWN_CHARS_MAX,
  LISTED_MAX,
  SHOWN_MEMORY_BYTES_MAX,
} from "../../limits.ts";

export const memoryCommand: SlashCommand = {
  name: "memory",
  description: "Show the project's memory files and the agent's notes, or one of them",
  hint: "file or note",
  run: (rest, context) => sayFailure(() => (rest === "" ? list(context) : show(rest, context))),
};

const TITLES: Readonly<Record<NoteScope, string>> = { project: "Notes on this project", user: "Notes on you" };

async function list(context: CommandContext): Promise<CommandResult> {
  const notes = await readNotes(context);
  const files = context.memoryFiles.map((path) => inlineCode(shownPath(context.cwd, path)));
  return say(
    files.length === 0
      ? "No memory files found. `/init` creates an `AGENTS.md`."
      : `**In the instructions**, in this order:\n\n${bullets(files, LISTED_MAX)}`,
    ...NOTE_SCOPES.map((scope) => listNotes(scope, notes, context)),
    "Ask the agent to remember or forget something, or edit the files. `/memory NAME` shows one.",
  );
}

function listNotes(scope: NoteScope, notes: readonly Note[], context: CommandContext): string {
  const folder = inlineCode(shownPath(context.cwd, notesFolder(context, scope)));
  const items = notes.filter((note) => note.scope === scope).map((note) => describeNote(note));
  return items.length === 0
    ? `**${TITLES[scope]}**: none in ${folder}.`
    : `**${TITLES[scope]}**, in ${folder}:\n\n${bullets(items, LISTED_MAX)}`;
}

function describeNote({ path, title, text }: Note): string {
  const line = toOneLine(text, COMMAND_DESCRIPTION_CHARS_MAX);
  return `${inlineCode(basename(path))}: ${toOneLine(title, COMMAND_DESCRIPTION_CHARS_MAX)}${line === "" || line === title ? "" : `. ${line}`}`;
}

interface Remembered {
  readonly path: string;
  readonly title: string;
  readonly read: () => Promise<string | undefined>;
}

async function show(typed: string, context: CommandContext): Promise<CommandResult> {
  const notes = (await readNotes(context)).map(({ path, title, raw }): Remembered => ({
    path,
    title,
    read: async () => raw,
  }));
  // Several paths may match. Only files that are already part of the instructions may be read.
  const files = context.memoryFiles.map((path): Remembered => ({
    path,
    title: path,
    read: () => readTextWithin(path, SHOWN_MEMORY_BYTES_MAX),
  }));
  const chosen = choose(typed, [...files, ...notes], ({ path, title }) => [
    shownPath(context.cwd, path),
    basename(path),
    basename(path, ".md"),
    title,
  ]);
  if ("none" in chosen) return say(`Memory file or note ${inlineCode(typed)} not found. \`/memory\` lists them.`);
  if ("several" in chosen) {
    const names = chosen.several.map(({ path }) => inlineCode(shownPath(context.cwd, path)));
    return say(`Several match ${inlineCode(typed)}:`, bullets(names, LISTED_MAX), "Type more of the path.");
  }
  const { path, read } = chosen.item;
  const text = await read();
  if (text === undefined) return say(`${inlineCode(shownPath(context.cwd, path))} no longer exists.`);
  return say(inlineCode(shownPath(context.cwd, path)), fenced(beginning(text, COMMAND_SHOWN_CHARS_MAX), "markdown"));
}
