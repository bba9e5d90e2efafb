// What `parley watch` takes.
import { defineUsage } from "../arguments/usage.ts";

export const watchUsage = defineUsage({
  name: "watch",
  summary: "See what your agents are doing: files, tools, time, context, cost",
  details: `Shows every agent that was started through parley proxy or by parley serve, in the terminal, as it happens. HOST:PORT is where the feed is, 127.0.0.1:17320
unless given. In a terminal it follows the session that is active; Tab changes the session, 0 lists all of them, l follows again, s sorts, / filters, f freezes, ? helps, q quits.
Without a terminal it prints a line for each thing that happens, and exits with code 3 if no feed appears within 5 seconds.`,
  flags: {
    once: { type: "boolean", summary: "Show how it is now, and end" },
    json: { type: "boolean", summary: "As JSON: one document with --once, else one line per message of the feed" },
    session: {
      type: "string",
      value: "ID",
      short: "s",
      summary: "Only this one: its id, the beginning of it, or its agent's name",
    },
    sort: { type: "string", value: "HOW", choices: ["heat", "path", "recent"], summary: "How files are sorted" },
    token: {
      type: "string",
      value: "TOKEN",
      summary: "Token of the feed (default: the one in feed-token of this home, for feeds on this machine)",
    },
  },
  positionals: [{ name: "HOST:PORT", isOptional: true }],
  examples: [
    { about: "Watch, after starting an agent with parley proxy", command: "parley watch" },
    {
      about: "What is in context, for a script",
      command: "parley watch --once --json | jq '.sessions[].files[] | select(.inContext).path'",
    },
    { about: "Follow one agent in a log", command: "parley watch --session goose > goose.log" },
  ],
});
