// Flags and arguments of the commands of `parley sessions`.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

const json = { type: "boolean", summary: "As JSON" } as const;
const yes = { type: "boolean", short: "y", summary: "Do not ask for confirmation" } as const;
const here = { type: "boolean", summary: "Only sessions of this folder" } as const;
const agent = {
  type: "string",
  value: "NAME",
  short: "a",
  completes: "agent",
  summary: "Only sessions with this agent",
} as const;
const limit = { type: "number", value: "COUNT", short: "n", min: 1, summary: "Maximum number of results" } as const;
const listLimit = { ...limit, default: "30; with --json, all" } as const;
const searchLimit = { ...limit, default: "50" } as const;
const format = {
  type: "string",
  value: "FORMAT",
  short: "f",
  choices: ["text", "json", "ndjson"],
  default: "text",
  summary: "Output without a terminal: text, one JSON object at the end, or one session event per line",
} as const;
const sessionId = {
  name: "SESSION",
  about: "an id or its beginning, a name, or latest",
  completes: "session",
} as const;

export const sessionsListUsage = defineUsage({
  name: "sessions list",
  summary: "List your sessions, most recent first",
  flags: { here, agent, limit: listLimit, json, ...serverFlags },
  positionals: [],
  examples: [{ about: "List the sessions of this folder", command: "parley sessions list --here" }],
});

export const sessionsShowUsage = defineUsage({
  name: "sessions show",
  summary: "Show a session",
  flags: { json: { type: "boolean", summary: "Print one session event per line" }, ...serverFlags },
  positionals: [sessionId],
  examples: [{ about: "Show the most recent session", command: "parley sessions show latest" }],
});

export const sessionsResumeUsage = defineUsage({
  name: "sessions resume",
  summary: "Resume a session in the terminal",
  isInWorkspace: true,
  flags: serverFlags,
  positionals: [sessionId],
  examples: [{ about: "Resume the session whose id begins with 0192", command: "parley sessions resume 0192" }],
});

export const sessionsAttachUsage = defineUsage({
  name: "sessions attach",
  summary: "Open a session with its running turn; without a terminal, print the turn until it ends",
  details: `In a terminal this opens the chat, like sessions resume. On a pipe it prints the session's running turn until it ends, or
else the last one, with the exit codes of parley run. Ctrl-C leaves the turn running.`,
  isInWorkspace: true,
  flags: { format, ...serverFlags },
  positionals: [sessionId],
  examples: [
    { about: "Watch the most recent session's running turn", command: "parley sessions attach latest" },
    { about: "Wait for a detached turn", command: "parley sessions attach 0192 --format json | jq -r .text" },
  ],
});

export const sessionsExportUsage = defineUsage({
  name: "sessions export",
  summary: "Export a session",
  flags: {
    format: {
      type: "string",
      value: "FORMAT",
      short: "f",
      choices: ["ndjson", "json", "markdown"],
      default: "ndjson",
      summary: "Output format: one session event per line, one JSON document, or Markdown",
    },
    output: {
      type: "string",
      value: "FILE",
      short: "o",
      completes: "file",
      summary: "File to write (default: stdout)",
    },
    force: { type: "boolean", summary: "Overwrite an existing file" },
    "with-secrets": { type: "boolean", summary: "Keep text that looks like a key or a password" },
    ...serverFlags,
  },
  positionals: [sessionId],
  examples: [
    { about: "Save a session as Markdown", command: "parley sessions export latest -f markdown -o session.md" },
  ],
});

export const sessionsDeleteUsage = defineUsage({
  name: "sessions delete",
  summary: "Delete sessions permanently; files in their folders are not changed",
  flags: { yes, json, ...serverFlags },
  positionals: [{ ...sessionId, isMultiple: true }],
  examples: [{ about: "Delete a session without confirmation", command: "parley sessions delete 0192 --yes" }],
});

export const sessionsRenameUsage = defineUsage({
  name: "sessions rename",
  summary: "Name a session; you can use the name instead of its id",
  flags: { json, ...serverFlags },
  positionals: [sessionId, { name: "NAME", isMultiple: true }],
  examples: [{ about: "Name the most recent session", command: "parley sessions rename latest The new parser" }],
});

export const sessionsImportUsage = defineUsage({
  name: "sessions import",
  summary: "Import sessions into the server, from this machine or from an export",
  flags: {
    agent: { ...agent, summary: "Agent that continues it (default: the same agent)" },
    json,
    ...serverFlags,
  },
  positionals: [{ name: "SESSION-OR-FILE", isMultiple: true, completes: "session" }],
  examples: [
    { about: "Copy a session of this home to another server", command: "parley sessions import latest" },
    { about: "Import an exported session", command: "parley sessions import session.ndjson" },
  ],
});

export const sessionsSearchUsage = defineUsage({
  name: "sessions search",
  summary: "Search all sessions",
  flags: { here, agent, limit: searchLimit, json, ...serverFlags },
  positionals: [{ name: "TEXT", isMultiple: true }],
  examples: [{ about: "Find a session by what was said", command: "parley sessions search back-pressure" }],
});

export const sessionsSampleUsage = defineUsage({
  name: "sessions sample",
  summary: "Create a session in a new folder with a small sample project",
  details: `For trying things out. Its agent is script, which needs no model, executes prompts as scripts (help lists what it can do), and asks
before it changes anything. The folder is temporary; the latest 10 are kept.`,
  flags: { json, ...serverFlags },
  positionals: [],
  examples: [{ about: "Try Parley without a model", command: "parley sessions sample" }],
});
