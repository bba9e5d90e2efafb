// Flags and arguments of `parley bridge`.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

const { server, "token-file": tokenFile } = serverFlags;

export const bridgeUsage = defineUsage({
  name: "bridge",
  summary: "Connect an editor to a server's agents over stdin and stdout",
  details: `Relays ACP between stdin/stdout and the server's /acp WebSocket. If the connection breaks, it reconnects and sessions resume.
Exit codes: 0 done, 3 server not found, 4 token missing or wrong.`,
  flags: {
    server,
    "token-file": tokenFile,
    agent: {
      type: "string",
      value: "NAME",
      short: "a",
      summary: "Agent for new sessions (default: the server's)",
    },
    session: { type: "string", value: "ID", short: "s", summary: "Open this session for the editor's first request" },
  },
  positionals: [],
  examples: [
    { about: "Agent command for an editor", command: "parley bridge --agent backend" },
    {
      about: "Use a server on another machine",
      command: "PARLEY_TOKEN=… parley bridge --server https://box.example:4717",
    },
  ],
});
