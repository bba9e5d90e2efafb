// What the commands of `parley sessions` take.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

const json = { type: "boolean", summary: "As JSON" } as const;
const yes = { type: "boolean", short: "y", summary: "Do not ask first" } as const;
const here = { type: "boolean", summary: "Only those of this folder" } as const;
const agent = {
  type: "string",
  value: "NAME",
  short: "a",
  completes: "agent",
  summary: "Only those with this agent",
} as const;
const limit = { type: "number", value: "COUNT", short: "n", min: 1, summary: "Maximum number of results" } as const;
const sessionId = { name: "SESSION", completes: "session" } as const;

export const sessionsListUsage = defineUsage({
  name: "sessions list",
  summary: "Your sessions, the latest first",
  flags: { here, agent, limit, json, ...serverFlags },
  positionals: [],
  examples: [{ about: "What was talked about in this folder", command: "parley sessions list --here" }],
});

export const sessionsShowUsage = defineUsage({
  name: "sessions show",
  summary: "What was said and done in a session",
  details: "SESSION is an id, the beginning of one, a name, or latest.",
  flags: { json: { type: "boolean", summary: "As one session event per line" }, ...serverFlags },
  positionals: [sessionId],
  examples: [{ about: "Read the latest", command: "parley sessions show latest" }],
});

export const sessionsResumeUsage = defineUsage({
  name: "sessions resume",
  summary: "Go on with a session in the terminal",
  isInWorkspace: true,
  flags: serverFlags,
  positionals: [sessionId],
  examples: [{ about: "Go on with the session that begins with 0192", command: "parley sessions resume 0192" }],
});

export const sessionsExportUsage = defineUsage({
  name: "sessions export",
  summary: "A session as a file that others can read",
  flags: {
    format: {
      type: "string",
      value: "FORMAT",
      short: "f",
      choices: ["ndjson", "json", "markdown"],
      summary: "Session events line by line, the same in one document, or to be read by people",
    },
    output: { type: "string", value: "FILE", short: "o", completes: "file", summary: "Where to, instead of stdout" },
    force: { type: "boolean", summary: "Overwrite the file if it is there" },
    "with-secrets": { type: "boolean", summary: "Leave in what looks like a key or a password" },
    ...serverFlags,
  },
  positionals: [sessionId],
  examples: [{ about: "Keep a session", command: "parley sessions export latest -f markdown -o session.md" }],
});

export const sessionsDeleteUsage = defineUsage({
  name: "sessions delete",
  summary: "Delete sessions for good; the files of their folders stay as they are",
  flags: { yes, json, ...serverFlags },
  positionals: [{ ...sessionId, isMultiple: true }],
  examples: [{ about: "Delete one without being asked", command: "parley sessions delete 0192 --yes" }],
});

export const sessionsRenameUsage = defineUsage({
  name: "sessions rename",
  summary: "Name a session; the name can be used in place of its id",
  flags: { json, ...serverFlags },
  positionals: [sessionId, { name: "NAME", isMultiple: true }],
  examples: [{ about: "Call the latest session something", command: "parley sessions rename latest The new parser" }],
});

export const sessionsImportUsage = defineUsage({
  name: "sessions import",
  summary: "Have a server take in sessions that were held without it, or were exported",
  flags: {
    agent: { ...agent, summary: "Who answers in it from now on; as before unless given" },
    json,
    ...serverFlags,
  },
  positionals: [{ name: "SESSION-OR-FILE", isMultiple: true, completes: "session" }],
  examples: [
    { about: "Go on in the browser with what began in the terminal", command: "parley sessions import latest" },
    { about: "Take in what somebody exported", command: "parley sessions import session.ndjson" },
  ],
});

export const sessionsSearchUsage = defineUsage({
  name: "sessions search",
  summary: "Find what was said, in all sessions",
  flags: { here, agent, limit, json, ...serverFlags },
  positionals: [{ name: "TEXT", isMultiple: true }],
  examples: [{ about: "Where did we talk about that", command: "parley sessions search back-pressure" }],
});

export const sessionsUndoUsage = defineUsage({
  name: "sessions undo",
  summary: "Take back what the last turn of a session did to the files",
  details: "Files that were changed again since then are left alone, unless --force is given.",
  flags: {
    turn: { type: "number", value: "NUMBER", min: 1, summary: "Back to before this turn, instead of the last one" },
    path: {
      type: "string",
      value: "PATH",
      isMultiple: true,
      completes: "file",
      summary: "Only this file, as it is called in the list of changes",
    },
    "dry-run": { type: "boolean", summary: "Only say what would be done" },
    force: { type: "boolean", summary: "Also files that were changed since" },
    yes,
    json,
    ...serverFlags,
  },
  positionals: [{ ...sessionId, isOptional: true }],
  examples: [
    { about: "Take the last turn of the latest session here back", command: "parley sessions undo" },
    { about: "See first what would be done", command: "parley sessions undo latest --dry-run" },
  ],
});
