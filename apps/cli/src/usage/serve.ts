// What `parley serve` takes.
import { defineUsage } from "../arguments/usage.ts";
import { sandboxFlag } from "./sandbox-flag.ts";

export const serveUsage = defineUsage({
  name: "serve",
  summary: "Serve every agent on this machine on one port: ACP, ACP-REST, the native API and A2A",
  details: `Sessions are kept in ~/.parley/parley.db, or in PostgreSQL with --database, and shared by all protocols. Clients need the token in ~/.parley/token, which is created on first start:
as a bearer token, as X-Secret-Key, or through the printed link. Ctrl-C waits for running turns; press it again to stop at once.
With --json, one line is printed when the server is ready: {"url", "token", "pid"}.
A server that parley server start left in the background is replaced; if one is running in a terminal, its link is printed.`,
  flags: {
    host: { type: "string", value: "HOST", summary: "Address to listen on (default: 127.0.0.1)" },
    port: { type: "number", value: "N", short: "p", summary: "Port to listen on (default: 4717; 0: any free port)" },
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
    "grace-seconds": {
      type: "number",
      value: "N",
      summary: "Seconds to wait for running turns on shutdown (default: 10)",
    },
    "idle-exit": {
      type: "number",
      value: "N",
      min: 1,
      summary: "Seconds without client, turn or open question after which it stops (default: never)",
    },
    background: {
      type: "boolean",
      summary: "Run as parley server start does: any free port if 4717 is taken, stop when idle",
    },
    "base-url": { type: "string", value: "URL", summary: "Public URL, when behind a proxy" },
    "sessions-max": {
      type: "number",
      value: "N",
      summary: "Maximum number of sessions; the least recently used are deleted (default: no limit)",
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
      summary:
        "Seconds without a sign of life after which other servers on the same database take its sessions (default: 15)",
    },
    "node-place": {
      type: "string",
      value: "NAME",
      summary: "Servers with the same name have the same folders (default: the name of the machine)",
    },
    "node-host": {
      type: "string",
      value: "HOST",
      summary: "Address of this machine for other servers on the same database (default: 127.0.0.1)",
    },
    "feed-port": { type: "number", value: "N", summary: "Port of the live feed for `parley watch` (0: any free port)" },
    "no-feed": { type: "boolean", summary: "Disable the live feed" },
    open: { type: "boolean", summary: "Open the page in your browser" },
    json: { type: "boolean", summary: "Print the address as one line of JSON" },
  },
  positionals: [],
  examples: [
    { about: "Start the server and open its page", command: "parley serve --open" },
    { about: "For a script: any free port", command: "parley serve --port 0 --json" },
    {
      about: "With the sessions in PostgreSQL",
      command: "DATABASE_URL=postgres://parley:SECRET@db.example/parley parley serve",
    },
    {
      about: "For a phone on the same network",
      command: "parley serve --host 0.0.0.0 --allow-remote --allow-host box.local",
    },
  ],
});
