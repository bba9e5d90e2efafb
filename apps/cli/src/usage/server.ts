// Flags and arguments of the commands of `parley server`.
import { defineUsage } from "../arguments/usage.ts";
import { SECONDS_MAX } from "../limits.ts";
import { graceSecondsFlag } from "./grace-seconds-flag.ts";

const json = { type: "boolean", summary: "As JSON" } as const;

export const serverStartUsage = defineUsage({
  name: "server start",
  summary: "Start this home's server in the background, unless one is running",
  details: `It works like parley serve, logs to ~/.parley/server.log, and stops after a while without a client, turn or open question.
parley serve replaces it.`,
  flags: {
    "idle-exit": {
      type: "number",
      value: "N",
      min: 1,
      max: SECONDS_MAX,
      summary: "Stop after this many idle seconds (default: 900; 10 if CI is set)",
    },
    json,
  },
  positionals: [],
  examples: [{ about: "Keep agents ready for every terminal", command: "parley server start" }],
});

export const serverStatusUsage = defineUsage({
  name: "server status",
  summary: "Show whether a server is running for this home, and what it is doing",
  details: "Exits with 3 if no server is running.",
  flags: { json },
  positionals: [],
  examples: [{ about: "Check whether a server is running", command: "parley server status" }],
});

export const serverStopUsage = defineUsage({
  name: "server stop",
  summary: "Stop this home's server; sessions are kept",
  details:
    "Running turns may finish first; those still running after the wait are interrupted. Questions stay open for the next server.",
  flags: {
    ...graceSecondsFlag,
    "if-idle": { type: "boolean", summary: "Leave it running if it has unfinished turns" },
  },
  positionals: [],
  examples: [{ about: "Stop it without waiting for turns", command: "parley server stop --grace-seconds 0" }],
});

export const serverRestartUsage = defineUsage({
  name: "server restart",
  summary: "Restart the background server, for example after an update",
  flags: { ...graceSecondsFlag },
  positionals: [],
  examples: [{ about: "After an update", command: "parley server restart" }],
});

export const serverLogUsage = defineUsage({
  name: "server log",
  summary: "Print the end of the background server's log",
  flags: { lines: { type: "number", value: "N", short: "n", min: 1, summary: "Number of lines (default: 50)" } },
  positionals: [],
  examples: [{ about: "Find out what went wrong", command: "parley server log -n 20" }],
});
