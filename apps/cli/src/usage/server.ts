// What the commands of `parley server` take.
import { defineUsage } from "../arguments/usage.ts";

const json = { type: "boolean", summary: "As JSON" } as const;
const graceSeconds = {
  type: "number",
  value: "N",
  summary: "Seconds to wait for running turns (default: 10)",
} as const;

export const serverStartUsage = defineUsage({
  name: "server start",
  summary: "Start this home's server in the background, unless one is running",
  details: `It serves the same as parley serve, writes its log to ~/.parley/server.log, and stops when it has been idle for a while: no client,
no turn, no open question. parley serve replaces it.`,
  flags: {
    "idle-exit": {
      type: "number",
      value: "N",
      min: 1,
      summary: "Seconds without use after which it stops (default: 900; 10 if CI is set)",
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
  examples: [{ about: "Is a server running?", command: "parley server status" }],
});

export const serverStopUsage = defineUsage({
  name: "server stop",
  summary: "Stop this home's server; sessions are kept",
  details:
    "Running turns may finish first; what still runs after that is interrupted, and questions stay open for the next server.",
  flags: {
    "grace-seconds": graceSeconds,
    "if-idle": { type: "boolean", summary: "Leave it running if it has unfinished turns" },
  },
  positionals: [],
  examples: [{ about: "Stop it without waiting for turns", command: "parley server stop --grace-seconds 0" }],
});

export const serverRestartUsage = defineUsage({
  name: "server restart",
  summary: "Restart the background server, for example after an update",
  flags: { "grace-seconds": graceSeconds },
  positionals: [],
  examples: [{ about: "After an update", command: "parley server restart" }],
});

export const serverLogUsage = defineUsage({
  name: "server log",
  summary: "Print the end of the background server's log",
  flags: { lines: { type: "number", value: "N", short: "n", min: 1, summary: "Number of lines (default: 50)" } },
  positionals: [],
  examples: [{ about: "What went wrong?", command: "parley server log -n 20" }],
});
