// Flags and arguments of `parley run`.
import { defineUsage } from "../arguments/usage.ts";
import { conversationFlags } from "./conversation-flags.ts";

export const runUsage = defineUsage({
  name: "run",
  summary: "Send one prompt and exit when it is done",
  details: `The prompt is the argument, or stdin if you omit it or pass -. The agent's answer streams to stdout; everything else
goes to stderr. Exit codes: 0 done, 1 unexpected, 2 usage, 3 agent or server missing or too old, 4 sign-in needed, 5 agent crashed,
6 refusal, 7 limit reached, 8 a question needed an answer, but this is not a terminal, 130 cancelled.`,
  isInWorkspace: true,
  takesCommand: true,
  flags: {
    ...conversationFlags,
    approve: {
      type: "string",
      value: "HOW",
      setting: "approve",
      summary: "How to answer questions: ask you, allow all, reject all, or allow only what rules allow",
    },
    format: {
      type: "string",
      value: "FORMAT",
      short: "f",
      choices: ["text", "json", "ndjson"],
      default: "text",
      summary: "Output: streamed text, one JSON object at the end, or one session event per line",
    },
    file: {
      type: "string",
      value: "PATH[:A-B]",
      isMultiple: true,
      completes: "file",
      summary: "File to attach, whole or lines A to B",
    },
    "json-schema": {
      type: "string",
      value: "FILE",
      completes: "file",
      summary: "JSON Schema that the answer must fit; prints only that JSON (one retry)",
    },
    detach: {
      type: "boolean",
      short: "d",
      summary: "Print the session's id and exit; the turn continues on the server",
    },
    verbose: { type: "boolean", short: "v", summary: "Also show the agent's thoughts and plan, on stderr" },
  },
  positionals: [{ name: "PROMPT", isOptional: true, isMultiple: true }],
  examples: [
    {
      about: "Ask about the current folder",
      command: 'parley run --agent goose "What does this project do?"',
    },
    { about: "Review what you are about to commit", command: 'git diff --staged | parley run "Review this:" -' },
    {
      about: "Fix the tests without being asked anything",
      command: 'parley run --level auto --approve none "Fix the failing tests"',
    },
    { about: "Attach part of a file", command: 'parley run --file src/main.ts:10-40 "What is wrong here?"' },
    {
      about: "Get structured output",
      command: 'parley run --json-schema schema.json "List the TODOs of this project"',
    },
    {
      about: "Start a turn, and check on it later with parley sessions attach",
      command: 'parley run --detach "Fix the failing tests"',
    },
    { about: "For a program", command: "parley run --format ndjson PROMPT | jq -r .type" },
  ],
});
