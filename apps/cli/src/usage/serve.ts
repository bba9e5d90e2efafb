// Flags and arguments of `parley serve`.
import { defineUsage } from "../arguments/usage.ts";
import { PORT_MAX, SECONDS_MAX } from "../limits.ts";
import { feedPortFlag } from "./feed-port-flag.ts";
import { graceSecondsFlag } from "./grace-seconds-flag.ts";
import { sandboxFlag } from "./sandbox-flag.ts";

export const serveUsage = defineUsage({
  name: "serve",
  summary: "Serve every agent on this machine on one port: ACP, ACP-REST, the native API and A2A",
  details: `Sessions are kept in ~/.parley/parley.db, or in PostgreSQL with --database, and shared by all protocols. Clients need the token in
~/.parley/token, which is created on first start. They send it as a bearer token, as X-Secret-Key, or through the printed link. Ctrl-C waits
for running turns; press it again to stop at once. With --json, it prints one line when the server is ready: {"url", "token", "pid"}.
It replaces a background server. If a server is already running in a terminal, it prints that server's link instead.`,
  flags: {
    host: { type: "string", value: "HOST", summary: "Address to listen on (default: 127.0.0.1)" },
    port: {
      type: "number",
      value: "N",
      short: "p",
      max: PORT_MAX,
      summary: "Port to listen on (default: 4717; 0: any free port)",
    },
    "allow-remote": {
      type: "boolean",
      summary: "Listen on other networks: anyone with the token can run programs on this machine",
    },
    "allow-host": { type: "string", value: "NAME", isMultiple: true, summary: "Additional host name of the server" },
    "allow-push": {
      type: "string",
      value: "HOST",
      isMultiple: true,
      summary: "Private host that A2A push notifications and remote agents may use",
    },
    "allow-origin": {
      type: "string",
      value: "ORIGIN",
      isMultiple: true,
      summary: "Origin whose web pages may connect; https://*.board.example allows everything below a domain",
    },
    agent: { type: "string", value: "NAME", short: "a", summary: "Default agent" },
    level: {
      type: "string",
      value: "LEVEL",
      setting: "level",
      summary: "What agents may do without asking",
    },
    ...sandboxFlag,
    "answer-timeout-seconds": {
      type: "string",
      value: "N",
      setting: "answerTimeoutSeconds",
      summary: "How long an agent's question waits for an answer",
    },
    cwd: { type: "string", value: "DIR", completes: "folder", summary: "Default folder for sessions" },
    ...graceSecondsFlag,
    "idle-exit": {
      type: "number",
      value: "N",
      min: 1,
      max: SECONDS_MAX,
      summary: "Stop after this many seconds without a client, turn or open question (default: never)",
    },
    background: {
      type: "boolean",
      summary: "Run like parley server start: on any free port if 4717 is taken, and stop when idle",
    },
    "base-url": { type: "string", value: "URL", summary: "Public URL, when behind a proxy" },
    "sessions-max": {
      type: "number",
      value: "N",
      summary:
        "Maximum number of sessions; at startup and once a day, the least recently used are deleted (default: no limit)",
    },
    database: {
      type: "string",
      value: "URL",
      summary: "PostgreSQL database for the sessions (default: DATABASE_URL, else ~/.parley/parley.db)",
    },
    "lease-seconds": {
      type: "number",
      value: "N",
      min: 2,
      max: SECONDS_MAX,
      summary:
        "Seconds without a heartbeat before other servers on the same database take over its sessions (default: 15)",
    },
    "node-place": {
      type: "string",
      value: "NAME",
      summary: "Name shared by servers with the same folders (default: the machine's name)",
    },
    "node-host": {
      type: "string",
      value: "HOST",
      summary: "Address of this machine for other servers on the same database (default: 127.0.0.1)",
    },
    ...feedPortFlag,
    "no-feed": { type: "boolean", summary: "Disable the live feed" },
    open: { type: "boolean", summary: "Open the page in your browser" },
    json: { type: "boolean", summary: "Print the address and token as one line of JSON" },
  },
  positionals: [],
  examples: [
    { about: "Start the server and open its page", command: "parley serve --open" },
    { about: "Use any free port, for a script", command: "parley serve --port 0 --json" },
    {
      about: "Keep the sessions in PostgreSQL",
      command: "DATABASE_URL=postgres://parley:SECRET@db.example/parley parley serve",
    },
    {
      about: "Open it from a phone on the same network",
      command: "parley serve --host 0.0.0.0 --allow-remote --allow-host box.local",
    },
  ],
});
