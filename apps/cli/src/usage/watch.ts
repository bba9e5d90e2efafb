// Flags and arguments of `parley watch`.
import { defineUsage } from "../arguments/usage.ts";

export const watchUsage = defineUsage({
  name: "watch",
  summary: "Watch what your agents are doing: files, tools, time, context, cost",
  details: `Shows every agent started by \`parley proxy\` or \`parley serve\`, live. HOST:PORT is the address of the feed (default: 127.0.0.1:17320).
In a terminal it follows the active session: Tab next session, 0 all sessions, l follow again, s sort, / filter, f freeze, ? help, q quit.
Without a terminal it prints one line per event, and exits with code 3 if no feed is found within 5 seconds.`,
  flags: {
    once: { type: "boolean", summary: "Print the current state and exit" },
    json: { type: "boolean", summary: "Print JSON: one document with --once, otherwise one line per feed message" },
    session: {
      type: "string",
      value: "ID",
      short: "s",
      summary: "Only this session: its id or its beginning, or its agent's name",
    },
    sort: {
      type: "string",
      value: "HOW",
      choices: ["heat", "path", "recent"],
      default: "heat",
      summary: "Sort order of files",
    },
    token: {
      type: "string",
      value: "TOKEN",
      summary: "Feed token (default: read from feed-token in Parley's home, for local feeds)",
    },
  },
  positionals: [{ name: "HOST:PORT", isOptional: true }],
  examples: [
    { about: "Watch, after starting an agent with parley proxy", command: "parley watch" },
    {
      about: "List the files in context, for a script",
      command: "parley watch --once --json | jq '.sessions[].files[] | select(.inContext).path'",
    },
    { about: "Follow one agent in a log", command: "parley watch --session goose > goose.log" },
  ],
});
