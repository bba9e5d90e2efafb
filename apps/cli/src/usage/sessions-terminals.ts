// Flags and arguments of the commands of `parley sessions` about terminals.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

export const sessionsTerminalsUsage = defineUsage({
  name: "sessions terminals",
  summary: "List the commands that a session's agent has run or is running",
  details: "SESSION is an id or its beginning, a name, or latest (default: the latest one of this folder).",
  flags: { json: { type: "boolean", summary: "As JSON" }, ...serverFlags },
  positionals: [{ name: "SESSION", completes: "session", isOptional: true }],
  examples: [{ about: "List the commands of the most recent session", command: "parley sessions terminals latest" }],
});

export const sessionsTerminalUsage = defineUsage({
  name: "sessions terminal",
  summary: "Watch a command run by a session's agent, and type into it",
  details: `TERMINAL is an id or its beginning (default: the latest running one, or else the latest). In a terminal, what you type goes to the command;
Ctrl-] detaches and leaves it running. The session's log records who typed what. Without a terminal, the output is plain text.`,
  flags: {
    write: { type: "string", value: "TEXT", summary: "Type this text and Enter instead of watching" },
    kill: { type: "boolean", summary: "Kill the command and everything it started" },
    "read-only": { type: "boolean", summary: "Only watch: don't type or resize" },
    "no-follow": { type: "boolean", summary: "Print the current output and exit" },
    json: { type: "boolean", summary: "The terminal as JSON, with --no-follow" },
    ...serverFlags,
  },
  positionals: [
    { name: "SESSION", completes: "session" },
    { name: "TERMINAL", isOptional: true },
  ],
  examples: [
    { about: "Watch the running command", command: "parley sessions terminal latest" },
    { about: "Answer its question", command: "parley sessions terminal latest --write yes" },
    { about: "Kill it", command: "parley sessions terminal latest --kill" },
  ],
});
