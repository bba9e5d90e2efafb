// What the commands of `parley sessions` about terminals take.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

export const sessionsTerminalsUsage = defineUsage({
  name: "sessions terminals",
  summary: "List the commands that run or ran for a session's agent",
  details: "SESSION is an id or its beginning, a name, or latest (default: the latest one of this folder).",
  flags: { json: { type: "boolean", summary: "As JSON" }, ...serverFlags },
  positionals: [{ name: "SESSION", completes: "session", isOptional: true }],
  examples: [{ about: "List the commands of the most recent session", command: "parley sessions terminals latest" }],
});

export const sessionsTerminalUsage = defineUsage({
  name: "sessions terminal",
  summary: "Watch a command of a session's agent, and type into it",
  details: `TERMINAL is an id or its beginning (default: the latest one that runs, else the latest). In a terminal, what you type goes to the command, and
Ctrl-] leaves it running. The session's log records who typed what. Without a terminal, the output is plain text.`,
  flags: {
    write: { type: "string", value: "TEXT", summary: "Type this and Enter, instead of watching" },
    kill: { type: "boolean", summary: "End the command and everything that it started" },
    "read-only": { type: "boolean", summary: "Only watch: nothing is typed, and the size stays" },
    "no-follow": { type: "boolean", summary: "Print what it shows now, and exit" },
    json: { type: "boolean", summary: "The terminal as JSON, with --no-follow" },
    ...serverFlags,
  },
  positionals: [
    { name: "SESSION", completes: "session" },
    { name: "TERMINAL", isOptional: true },
  ],
  examples: [
    { about: "Watch the command that runs", command: "parley sessions terminal latest" },
    { about: "Answer its question", command: "parley sessions terminal latest --write yes" },
    { about: "End it", command: "parley sessions terminal latest --kill" },
  ],
});
