// What `parley serve` takes.
import { defineUsage } from "../arguments/usage.ts";
import { sandboxFlag } from "./sandbox-flag.ts";

export const serveUsage = defineUsage({
  name: "serve",
  summary: "Serve every agent of this machine on one port: ACP, ACP-REST, the native API and A2A",
  details: `Sessions are kept in ~/.parley/parley.db and are the same on every protocol. Whoever asks needs the token of ~/.parley/token, which the first start makes:
as a bearer token, as X-Secret-Key, or by the link that is printed. Ctrl-C lets running turns end first; a second one does not wait.
With --json one line is printed when it is ready: {"url", "token", "pid"}.`,
  flags: {
    host: { type: "string", value: "HOST", summary: "Where to listen; 127.0.0.1 unless given" },
    port: { type: "number", value: "N", short: "p", summary: "4717 unless given; 0 for any free port" },
    "allow-remote": {
      type: "boolean",
      summary: "Listen beyond this machine: whoever has the token can run programs here",
    },
    "allow-host": { type: "string", value: "NAME", isMultiple: true, summary: "One more name that the server goes by" },
    "allow-push": {
      type: "string",
      value: "HOST",
      isMultiple: true,
      summary: "A host of this network that push notifications and remote agents of A2A may be at",
    },
    "allow-origin": { type: "string", value: "ORIGIN", isMultiple: true, summary: "Whose web pages may talk to it" },
    agent: { type: "string", value: "NAME", short: "a", summary: "Who answers when nobody is named" },
    level: {
      type: "string",
      value: "LEVEL",
      setting: "level",
      summary: "What agents may do without being asked about",
    },
    ...sandboxFlag,
    "answer-timeout-seconds": {
      type: "string",
      value: "N",
      setting: "answerTimeoutSeconds",
      summary: "How long a question of an agent may wait for an answer",
    },
    cwd: { type: "string", value: "DIR", completes: "folder", summary: "The folder of sessions that name none" },
    "grace-seconds": {
      type: "number",
      value: "N",
      summary: "How long running turns may take when it ends; 10 unless given",
    },
    "base-url": { type: "string", value: "URL", summary: "How clients reach it, if something is in between" },
    "sessions-max": {
      type: "number",
      value: "N",
      summary: "More sessions than this, and the longest unused ones are deleted; no limit unless given",
    },
    "feed-port": { type: "number", value: "N", summary: "Where parley watch finds the live feed; 0 for any free port" },
    "no-feed": { type: "boolean", summary: "Show nothing on the live feed" },
    open: { type: "boolean", summary: "Open its page in the browser" },
    json: { type: "boolean", summary: "Print where it is as one line of JSON" },
  },
  positionals: [],
  examples: [
    { about: "Start it and open its page", command: "parley serve --open" },
    { about: "For a script: any free port", command: "parley serve --port 0 --json" },
    {
      about: "For a phone in the same network",
      command: "parley serve --host 0.0.0.0 --allow-remote --allow-host box.local",
    },
  ],
});
