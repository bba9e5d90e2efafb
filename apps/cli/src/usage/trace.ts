// What the commands of `parley trace` take.
import { defineUsage } from "../arguments/usage.ts";

const json = { type: "boolean", summary: "As JSON" } as const;
const file = { name: "FILE", completes: "file" } as const;
const files = { ...file, isMultiple: true } as const;
const FILES =
  "A trace is what --record wrote, with all its parts, or another tool's recording with one message per line; - is stdin.";
const QUERY = `A query compares fields: method=session/update and update=tool_call and status!=failed. Operators: = != < <= > >=, ~ contains, !~ does not; and,
or, not, brackets; a field alone asks whether it is there; "limit 5" at the end. Values with spaces are quoted.
Fields: line, from (client, agent), kind (request, notification, response, invalid, text), method, label, id, session, connection, update, tool, status,
stop, error, bytes (10kb), took (500ms), at (2026-11-15T10:00:00Z, or +90s after the start), raw; anything else is a path into the message, through
lists as well: params.prompt.text, result.stopReason.`;

export const traceShowUsage = defineUsage({
  name: "trace show",
  summary: "A trace as a timeline: when, which way, what, and what it says",
  details: FILES,
  flags: {
    where: {
      type: "string",
      value: "QUERY",
      short: "w",
      summary: "Only frames that it asks for; see parley trace query --help",
    },
    full: { type: "boolean", summary: "Below each line, the whole message" },
    json: { type: "boolean", summary: "As one object per line" },
  },
  positionals: [files],
  examples: [
    { about: "Read it page by page", command: "parley trace show bug.ndjson --color always | less -R" },
    { about: "Only what went wrong", command: "parley trace show bug.ndjson --where error" },
  ],
});

export const traceStatsUsage = defineUsage({
  name: "trace stats",
  summary: "A trace in numbers: methods, sessions, turns, tools, times, usage",
  details: FILES,
  flags: { json },
  positionals: [files],
  examples: [{ about: "Where did the time go", command: "parley trace stats bug.ndjson" }],
});

export const traceValidateUsage = defineUsage({
  name: "trace validate",
  summary: "Hold a trace to the protocol: each message to the schema, all of them to their order",
  details: `${FILES} Ends with 1 if there are errors.`,
  flags: {
    level: {
      type: "string",
      value: "LEVEL",
      choices: ["error", "warning", "info"],
      summary: "The least that is shown; warning without it",
    },
    strict: { type: "boolean", summary: "Warnings count as errors" },
    json,
  },
  positionals: [files],
  examples: [
    { about: "What is wrong with this agent", command: "parley trace validate agent.ndjson" },
    { about: "In a test", command: "parley trace validate --strict --json agent.ndjson" },
  ],
});

export const traceQueryUsage = defineUsage({
  name: "trace query",
  summary: "The frames of a trace that you ask for",
  details: `${QUERY}\n${FILES}`,
  flags: {
    json: { type: "boolean", summary: "As a trace again, one frame per line, each as it was" },
    limit: { type: "number", value: "COUNT", short: "n", summary: "At most so many" },
    count: { type: "boolean", summary: "Only how many there are" },
  },
  positionals: [{ name: "QUERY" }, files],
  examples: [
    { about: "Failed tool calls", command: "parley trace query 'update~tool_call and status=failed' bug.ndjson" },
    { about: "What took long", command: "parley trace query 'took>5s' bug.ndjson" },
    {
      about: "What was said about a file",
      command: "parley trace query 'raw~notes.txt and from=agent limit 10' bug.ndjson",
    },
    { about: "A smaller trace", command: "parley trace query 'session=abc' bug.ndjson --json > small.ndjson" },
  ],
});

export const traceDiffUsage = defineUsage({
  name: "trace diff",
  summary: "Where two traces part, compared by meaning: not by ids, times and folders",
  details: `${FILES} Ends with 1 if they differ.`,
  flags: {
    meta: { type: "boolean", summary: "Compare _meta too" },
    chunks: { type: "boolean", summary: "Compare how texts were cut into chunks, too" },
    context: { type: "number", value: "COUNT", summary: "So many frames before the difference; 3 without it" },
    json,
  },
  positionals: [
    { ...file, name: "ONE" },
    { ...file, name: "OTHER" },
  ],
  examples: [
    { about: "Did the update of the agent change anything", command: "parley trace diff before.ndjson after.ndjson" },
  ],
});

export const traceExportUsage = defineUsage({
  name: "trace export",
  summary: "A trace in another form",
  details: `jsons is for the official trace viewer, otlp are OpenTelemetry spans as JSON, ndjson is our own form. ${FILES} What looks like a
secret is taken out, also of a trace that has it.`,
  flags: {
    format: {
      type: "string",
      value: "FORMAT",
      short: "f",
      choices: ["jsons", "otlp", "ndjson"],
      summary: "jsons without it",
    },
    output: { type: "string", value: "FILE", short: "o", completes: "file", summary: "Where to, instead of stdout" },
    force: { type: "boolean", summary: "Overwrite the file if it is there" },
    "with-secrets": { type: "boolean", summary: "Leave in what looks like a key or a password" },
  },
  positionals: [file],
  examples: [
    { about: "For the trace viewer", command: "parley trace export bug.ndjson -o bug.jsons" },
    {
      about: "For a bug report, without secrets",
      command: "parley trace export -f ndjson raw.ndjson -o report.ndjson",
    },
  ],
});

export const traceReplayUsage = defineUsage({
  name: "trace replay",
  summary: "Play a recording back: a fake agent on stdin and stdout, or a fake client for an agent",
  details: `As an agent it answers each request of the client as it was answered when it was recorded, and asks what was asked. Sessions, folders and
terminals are called what they are called now. As a client it does what the recorded client did, to the agent after --.
What goes otherwise than it was recorded is told on stderr. ${FILES}`,
  takesCommand: true,
  flags: {
    "as-client": { type: "boolean", summary: "Play the client, to the agent after --" },
    time: {
      type: "string",
      value: "HOW",
      choices: ["fast", "real"],
      summary: "As fast as it goes, or with the recorded pauses; fast without it",
    },
    connection: {
      type: "number",
      value: "NUMBER",
      summary: "Of a recording of several: which one; the first without it",
    },
    cwd: {
      type: "string",
      value: "DIR",
      completes: "folder",
      summary: "As a client: the folder for the sessions and the agent, instead of this one",
    },
    strict: { type: "boolean", summary: "End with 1 if anything goes otherwise than it was recorded" },
  },
  positionals: [file],
  examples: [
    { about: "See what the user saw", command: "parley chat -- parley trace replay bug.ndjson" },
    {
      about: "Try the same on a new version of the agent",
      command: "parley trace replay bug.ndjson --as-client -- goose acp",
    },
  ],
});
