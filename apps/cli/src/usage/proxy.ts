// What `parley proxy` takes.
import { defineUsage } from "../arguments/usage.ts";
import { sandboxFlag } from "./sandbox-flag.ts";

export const proxyUsage = defineUsage({
  name: "proxy",
  summary: "Stand between a client and an agent: pass every byte on, watch, record, confine",
  details: `What the agent writes goes to stdout as it is, and nothing else does; what the proxy has to say goes to stderr. It ends as the agent ends, with its
exit code or signal. With --zone, --deny or --rules, what the agent asks of the client (files, terminals, permissions) is judged first: what is
refused gets an error (code -32001) and the client never hears of it; what a rule would ask about passes, because the client can ask.
Only then do the agent's messages wait until they are whole, and what is no message, or over 8 MiB, does not pass.
Faults: delay=MS, drop=P, garble=P, cut=N, kill=N, each with :agent or :client for one direction, and seed=N to choose other dice.`,
  takesCommand: true,
  flags: {
    zone: {
      type: "string",
      value: "GLOB",
      isMultiple: true,
      summary: "Where the agent may touch files, relative to the session's folder; nothing else then",
    },
    deny: { type: "string", value: "GLOB", isMultiple: true, summary: "Where it may not" },
    rules: { type: "string", value: "FILE", completes: "file", summary: "Rules to judge its requests by" },
    ...sandboxFlag,
    record: {
      type: "string",
      value: "FILE",
      completes: "file",
      summary: "Record every message, without secrets, for parley trace",
    },
    "no-redact": { type: "boolean", summary: "Leave secrets in the recording" },
    "feed-port": { type: "number", value: "N", summary: "Where parley watch finds the live feed; 0 for any free port" },
    "no-feed": { type: "boolean", summary: "Serve no live feed" },
    "no-observe": { type: "boolean", summary: "Pass bytes on and look at none of them" },
    "agent-id": { type: "string", value: "ID", summary: "What the agent is called in the feed and the recording" },
    cwd: { type: "string", value: "DIR", completes: "folder", summary: "The folder to start the agent in" },
    fault: { type: "string", value: "FAULT", isMultiple: true, summary: "A fault to make, for tests of both sides" },
  },
  positionals: [],
  examples: [
    { about: "Watch an agent that another client talks to", command: "my-client -- parley proxy -- goose acp" },
    { about: "Keep it to two folders", command: "parley proxy --zone 'src/**' --zone 'test/**' -- goose acp" },
    { about: "Run it in a sandbox, in this folder", command: "parley proxy --sandbox=limited -- goose acp" },
    { about: "Record everything for a bug report", command: "parley proxy --record bug.ndjson -- goose acp" },
    { about: "What if the agent dies", command: "parley proxy --fault kill=20 -- goose acp" },
  ],
});
