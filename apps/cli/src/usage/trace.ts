// Flags and arguments of the commands of `parley trace`.
import { defineUsage } from "../arguments/usage.ts";

const json = { type: "boolean", summary: "As JSON" } as const;
const file = { name: "FILE", completes: "file" } as const;
const files = { ...file, isMultiple: true } as const;
const FILES =
  "A trace is a file written by --record, or another tool's recording with one message per line; - is stdin.";
const QUERY = `A query compares fields: method=session/update and update=tool_call and status!=failed. Operators: = != < <= > >=, ~ contains, !~ does not; and,
or, not, parentheses; a field alone tests whether it exists; "limit 5" at the end. Quote values with spaces.
Fields: line, from (client, agent), kind (request, notification, response, invalid, text), method, label, id, session, connection, update, tool, status,
stop, error, bytes (10kb), took (500ms), at (2026-11-15T10:00:00Z, or +90s after the start), raw. Other names are paths into the message and its
lists: params.prompt.text, result.stopReason.`;

export const traceShowUsage = defineUsage({
  name: "trace show",
  summary: "Show a trace as a timeline",
  details: FILES,
  flags: {
    where: {
      type: "string",
      value: "QUERY",
      short: "w",
      summary: "Only frames matching the query; see `parley trace query --help`",
    },
    full: { type: "boolean", summary: "Show the whole message below each line" },
    json: { type: "boolean", summary: "Print one object per line" },
  },
  positionals: [files],
  examples: [
    { about: "Page through a trace", command: "parley trace show bug.ndjson --color always | less -R" },
    { about: "Show only errors", command: "parley trace show bug.ndjson --where error" },
  ],
});

export const traceStatsUsage = defineUsage({
  name: "trace stats",
  summary: "Show statistics: methods, sessions, turns, tools, times, usage",
  details: FILES,
  flags: { json },
  positionals: [files],
  examples: [{ about: "See where the time went", command: "parley trace stats bug.ndjson" }],
});

export const traceValidateUsage = defineUsage({
  name: "trace validate",
  summary: "Check a trace against the protocol: message schemas and order",
  details: `${FILES} Exits with 1 if there are errors.`,
  flags: {
    level: {
      type: "string",
      value: "LEVEL",
      choices: ["error", "warning", "info"],
      default: "warning",
      summary: "Minimum severity to show",
    },
    strict: { type: "boolean", summary: "Treat warnings as errors" },
    json,
  },
  positionals: [files],
  examples: [
    { about: "Check an agent's messages", command: "parley trace validate agent.ndjson" },
    { about: "In a test", command: "parley trace validate --strict --json agent.ndjson" },
  ],
});

export const traceQueryUsage = defineUsage({
  name: "trace query",
  summary: "Find frames in a trace",
  details: `${QUERY}\n${FILES}`,
  flags: {
    json: { type: "boolean", summary: "Print a trace: one frame per line, unchanged" },
    limit: { type: "number", value: "COUNT", short: "n", summary: "Maximum number of results" },
    count: { type: "boolean", summary: "Print only the number of results" },
  },
  positionals: [{ name: "QUERY" }, files],
  examples: [
    { about: "Failed tool calls", command: "parley trace query 'update~tool_call and status=failed' bug.ndjson" },
    { about: "Slow requests", command: "parley trace query 'took>5s' bug.ndjson" },
    {
      about: "Messages about a file",
      command: "parley trace query 'raw~notes.txt and from=agent limit 10' bug.ndjson",
    },
    { about: "A smaller trace", command: "parley trace query 'session=abc' bug.ndjson --json > small.ndjson" },
  ],
});

export const traceDiffUsage = defineUsage({
  name: "trace diff",
  summary: "Compare two traces by meaning, ignoring ids, times and folders",
  details: `${FILES} Exits with 1 if they differ.`,
  flags: {
    meta: { type: "boolean", summary: "Also compare _meta" },
    chunks: { type: "boolean", summary: "Also compare how text was split into chunks" },
    context: { type: "number", value: "COUNT", summary: "Frames to show before the difference (default: 3)" },
    json,
  },
  positionals: [
    { ...file, name: "ONE" },
    { ...file, name: "OTHER" },
  ],
  examples: [{ about: "See what an agent update changed", command: "parley trace diff before.ndjson after.ndjson" }],
});

export const traceExportUsage = defineUsage({
  name: "trace export",
  summary: "Convert a trace to another format",
  details: `jsons is for the official trace viewer, otlp is OpenTelemetry spans as JSON, ndjson is Parley's own format. ${FILES} Text that
looks like a secret is removed.`,
  flags: {
    format: {
      type: "string",
      value: "FORMAT",
      short: "f",
      choices: ["jsons", "otlp", "ndjson"],
      default: "jsons",
      summary: "Output format",
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
  summary: "Replay a recording as an agent on stdin and stdout, or as a client of an agent",
  details: `As an agent, it gives the recorded answer to each of the client's requests and sends the recorded requests, with current session ids,
folders and terminals. As a client, it sends what the recorded client sent, to the agent after --. Differences are reported on stderr. ${FILES}`,
  takesCommand: true,
  flags: {
    "as-client": { type: "boolean", summary: "Replay the client; the agent's command follows --" },
    time: {
      type: "string",
      value: "HOW",
      choices: ["fast", "real"],
      default: "fast",
      summary: "Replay at full speed, or with the recorded pauses",
    },
    connection: {
      type: "number",
      value: "NUMBER",
      summary: "Connection to replay, if the recording has several (default: the first)",
    },
    cwd: {
      type: "string",
      value: "DIR",
      completes: "folder",
      summary: "With --as-client: folder for the sessions and the agent (default: the current folder)",
    },
    strict: { type: "boolean", summary: "Exit with 1 if anything differs from the recording" },
  },
  positionals: [file],
  examples: [
    { about: "See what the user saw", command: "parley chat -- parley trace replay bug.ndjson" },
    {
      about: "Replay a session against a new version of the agent",
      command: "parley trace replay bug.ndjson --as-client -- goose acp",
    },
  ],
});
