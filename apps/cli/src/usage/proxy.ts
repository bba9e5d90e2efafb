// Flags and arguments of `parley proxy`.
import { defineUsage } from "../arguments/usage.ts";
import { feedPortFlag } from "./feed-port-flag.ts";
import { sandboxFlag } from "./sandbox-flag.ts";

export const proxyUsage = defineUsage({
  name: "proxy",
  summary: "Relay between a client and an agent: watch, record, restrict",
  details: `The agent's output goes to stdout unchanged; the proxy's own messages go to stderr. The proxy exits with the agent's exit code or signal.
With --zone, --deny or --rules, the agent's requests to the client (files, terminals, permissions) are checked first. Refused requests get an
error (code -32001) and don't reach the client; requests that would need approval are let through, because the client can ask. With rules, the
agent's messages are forwarded only when complete, and anything that isn't a message, or is over 8 MiB, is dropped.
Faults: delay=MS, drop=P, garble=P, cut=N, kill=N, each with :agent or :client for one direction; seed=N changes the random numbers.`,
  takesCommand: "required",
  flags: {
    zone: {
      type: "string",
      value: "GLOB",
      isMultiple: true,
      summary: "Files the agent may access, relative to the session's folder; all others are refused",
    },
    deny: { type: "string", value: "GLOB", isMultiple: true, summary: "Files the agent may not access" },
    rules: { type: "string", value: "FILE", completes: "file", summary: "Rules file for the agent's requests" },
    ...sandboxFlag,
    record: {
      type: "string",
      value: "FILE",
      completes: "file",
      summary: "Record every message, without secrets, for `parley trace`",
    },
    "no-redact": { type: "boolean", summary: "Keep secrets in the recording" },
    ...feedPortFlag,
    "no-feed": { type: "boolean", summary: "Disable the live feed" },
    "no-observe": { type: "boolean", summary: "Forward bytes without analysing them" },
    "agent-id": { type: "string", value: "ID", summary: "Agent name in the feed and the recording" },
    cwd: { type: "string", value: "DIR", completes: "folder", summary: "Folder to start the agent in" },
    fault: {
      type: "string",
      value: "FAULT",
      isMultiple: true,
      summary: "Fault to inject, for testing clients and agents",
    },
  },
  positionals: [],
  examples: [
    { about: "Watch an agent that another client talks to", command: "my-client -- parley proxy -- goose acp" },
    { about: "Restrict it to two folders", command: "parley proxy --zone 'src/**' --zone 'test/**' -- goose acp" },
    { about: "Run it in a sandbox, in this folder", command: "parley proxy --sandbox=limited -- goose acp" },
    { about: "Record everything for a bug report", command: "parley proxy --record bug.ndjson -- goose acp" },
    { about: "Test what happens when the agent dies", command: "parley proxy --fault kill=20 -- goose acp" },
  ],
});
