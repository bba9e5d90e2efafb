// What `parley run` takes.
import { defineUsage } from "../arguments/usage.ts";
import { conversationFlags } from "./conversation-flags.ts";

export const runUsage = defineUsage({
  name: "run",
  summary: "Give an agent one prompt, and end with its turn",
  details: `The prompt is the argument, or what comes on stdin (also with - as the prompt). The agent's words go to stdout as they come, everything
else to stderr. Exit codes: 0 done, 1 unexpected, 2 usage, 3 agent missing or too old, 4 sign-in needed, 5 agent crashed,
6 refusal, 7 a limit, 8 something had to be asked and nobody was there, 130 cancelled.`,
  isInWorkspace: true,
  takesCommand: true,
  flags: {
    ...conversationFlags,
    approve: {
      type: "string",
      value: "HOW",
      setting: "approve",
      summary: "What is done about questions: put them to you, allow all, reject all, or let only rules allow",
    },
    format: {
      type: "string",
      value: "FORMAT",
      short: "f",
      choices: ["text", "json", "ndjson"],
      summary: "Text as it comes, one object at the end, or one session event per line",
    },
    file: {
      type: "string",
      value: "PATH[:A-B]",
      isMultiple: true,
      completes: "file",
      summary: "A file for the agent to look at, whole or from line A to B",
    },
    "json-schema": {
      type: "string",
      value: "FILE",
      completes: "file",
      summary: "JSON Schema that the answer must fit; stdout is that JSON alone (one retry)",
    },
    verbose: { type: "boolean", short: "v", summary: "Show the agent's thoughts and plan on stderr as well" },
  },
  positionals: [{ name: "PROMPT", isOptional: true, isMultiple: true }],
  examples: [
    {
      about: "Ask something about the folder you are in",
      command: 'parley run --agent goose "What does this project do?"',
    },
    { about: "Review what you are about to commit", command: 'git diff --staged | parley run "Review this:" -' },
    {
      about: "Fix the tests without being asked",
      command: 'parley run --level auto --approve none "Fix the failing tests"',
    },
    { about: "Show a part of a file", command: 'parley run --file src/main.ts:10-40 "What is wrong here?"' },
    {
      about: "Get an answer that a program can read",
      command: 'parley run --json-schema schema.json "List the TODOs of this project"',
    },
    { about: "For a program", command: "parley run --format ndjson PROMPT | jq -r .type" },
  ],
});
