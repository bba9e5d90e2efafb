// What `parley bridge` takes.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

const { server, "token-file": tokenFile } = serverFlags;

export const bridgeUsage = defineUsage({
  name: "bridge",
  summary: "A server's agents on stdin and stdout, for an editor that starts its agent itself",
  details: `Speaks ACP on stdin and stdout, and with the server's /acp over a WebSocket. If the connection breaks it is made again, and sessions go on
where they were. Exit codes: 0 done, 3 no server there, 4 the token is missing or wrong.`,
  flags: {
    server,
    "token-file": tokenFile,
    agent: {
      type: "string",
      value: "NAME",
      short: "a",
      summary: "Who answers in new sessions; the server's default unless given",
    },
    session: { type: "string", value: "ID", short: "s", summary: "What the editor begins first is this session" },
  },
  positionals: [],
  examples: [
    { about: "The agent command for an editor", command: "parley bridge --agent backend" },
    { about: "A server elsewhere", command: "PARLEY_TOKEN=… parley bridge --server https://box.example:4717" },
  ],
});
