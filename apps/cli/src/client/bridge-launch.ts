// A server's agent as a program of ours: `parley bridge`, with the token where no list of processes shows it.
import type { AgentLaunch } from "@parley/client";
import { ownCommand } from "./own-agent.ts";
import type { ServerAccess } from "../server/server-access.ts";

/** Our own agent has no entry of that name on a server: there its modes are entries, and one of them is the default. */
const OWN = "parley";

/** The server of this home is looked up each time: one that ended and left its port to another program gets no token. */
export function bridgeLaunch({ url, token, isLocal }: ServerAccess, agent: string): AgentLaunch {
  const { command, args, version } = ownCommand();
  const bridge = [
    ...args.slice(0, -1),
    "bridge",
    "--server",
    isLocal ? "auto" : url,
    ...(agent === OWN ? [] : ["--agent", agent]),
  ];
  const env = { PARLEY_TOKEN: token };
  // What is started is our own program; the server works around the faults of the agent behind it.
  const quirks: AgentLaunch["quirks"] = [];
  return { name: agent, title: agent === OWN ? "Parley" : agent, command, args: bridge, env, version, quirks };
}
