// Flags and arguments of the commands of `parley sessions` about changed files.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

const json = { type: "boolean", summary: "As JSON" } as const;
const about = "an id or its beginning, a name, or latest (default: the latest one of this folder)";
const positionals = [{ name: "SESSION", about, completes: "session", isOptional: true }] as const;

const reviewFlags = {
  turn: { type: "number", value: "NUMBER", min: 1, summary: "This turn and all later ones (default: the last one)" },
  path: {
    type: "string",
    value: "PATH",
    isMultiple: true,
    completes: "file",
    summary: "Only this file, as named in the list of changes",
  },
  hunk: {
    type: "string",
    value: "NUMBER",
    isMultiple: true,
    summary: "Only this hunk of the file, as numbered by parley sessions changes with the same --turn",
  },
  "dry-run": { type: "boolean", summary: "Show what would happen, without doing it" },
  yes: { type: "boolean", short: "y", summary: "Do not ask for confirmation" },
  json,
  ...serverFlags,
} as const;

const force = {
  type: "boolean",
  summary: "Include files that have changed since, and don't wait for a running turn",
} as const;

export const sessionsChangesUsage = defineUsage({
  name: "sessions changes",
  summary: "List the files a session changed, or one file's hunks",
  flags: {
    turn: { type: "number", value: "NUMBER", min: 1, summary: "Only this turn (default: all of them)" },
    path: { type: "string", value: "PATH", completes: "file", summary: "Show the hunks of this file" },
    json,
    ...serverFlags,
  },
  positionals,
  examples: [
    { about: "List the changed files of the most recent session", command: "parley sessions changes latest" },
    { about: "Show the hunks of a file", command: "parley sessions changes latest --path src/add.js" },
  ],
});

export const sessionsUndoUsage = defineUsage({
  name: "sessions undo",
  summary: "Undo the file changes of a session's last turn",
  details: `Files and lines that have changed since are skipped; --force overwrites such files, but never such lines. The agent is informed with its
next prompt. If a turn is running, the command waits for it to end.`,
  flags: { ...reviewFlags, force },
  positionals,
  examples: [
    { about: "Undo the last turn in this folder", command: "parley sessions undo" },
    { about: "Preview the undo", command: "parley sessions undo latest --dry-run" },
  ],
});

export const sessionsRedoUsage = defineUsage({
  name: "sessions redo",
  summary: "Redo changes of the last turn that were undone",
  flags: { ...reviewFlags, force },
  positionals,
  examples: [{ about: "Redo the last turn's changes", command: "parley sessions redo latest" }],
});

export const sessionsKeepUsage = defineUsage({
  name: "sessions keep",
  summary: "Mark changes of the last turn as kept, so that undo skips them unless you name them",
  flags: reviewFlags,
  positionals,
  examples: [{ about: "Keep the last turn's changes", command: "parley sessions keep latest" }],
});

export const sessionsRewindUsage = defineUsage({
  name: "sessions rewind",
  summary: "Rewind a session to before a prompt: the conversation and the files",
  details: `Without --turn, lists the prompts. The prompt and everything after it stay in the log, but the agent continues without them.
Files that have changed since are skipped unless you pass --force. A running turn must end first.`,
  flags: {
    turn: { type: "string", value: "TURN", summary: "Number or id of the turn, or last" },
    undo: { type: "boolean", summary: "Undo the last rewind, if no prompt was sent since" },
    force: { type: "boolean", summary: "Overwrite files that have changed since" },
    "keep-files": { type: "boolean", summary: "Rewind only the conversation" },
    yes: { type: "boolean", short: "y", summary: "Do not ask for confirmation" },
    json,
    ...serverFlags,
  },
  positionals,
  examples: [
    { about: "List the prompts of the most recent session", command: "parley sessions rewind latest" },
    { about: "Rewind to before the last prompt", command: "parley sessions rewind latest --turn last" },
  ],
});
